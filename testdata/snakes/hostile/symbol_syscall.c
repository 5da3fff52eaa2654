// expect: refused S11
// message: syscall
// why: The general door to the system.

extern long syscall(long, ...);

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    syscall(39);
    return player == 'X' ? 'R' : 'L';
}
