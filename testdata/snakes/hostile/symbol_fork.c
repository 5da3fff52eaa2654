// expect: refused S11
// message: fork
// why: Makes a process.

extern int fork(void);

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    fork();
    return player == 'X' ? 'R' : 'L';
}
