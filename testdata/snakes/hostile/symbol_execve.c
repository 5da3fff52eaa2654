// expect: refused S11
// message: execve
// why: Runs a program.

extern int execve(const char *, char *const *, char *const *);

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    execve("/bin/sh", 0, 0);
    return player == 'X' ? 'R' : 'L';
}
