// expect: refused S11
// message: drand48
// why: Random numbers of the C library's own, outside the seeds of the match.

extern double drand48(void);

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    if (drand48() < 0.5)
        return 'U';
    return player == 'X' ? 'R' : 'L';
}
