// expect: refused S14
// message: asm
// line: 6
// why: Assembly outside every function.

asm(".globl shell\nshell: syscall\n ret");

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
