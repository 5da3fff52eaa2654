// expect: refused S14
// message: asm
// line: 6
// why: A label with a line of assembly in it.

extern int hidden(void) __asm__("x\n\tsyscall\n#");

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    hidden();
    return player == 'X' ? 'R' : 'L';
}
