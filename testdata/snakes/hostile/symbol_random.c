// expect: refused S11
// message: random
// why: Random numbers of the C library's own, outside the seeds of the match.

extern long random(void);

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    if (random() & 1)
        return 'U';
    return player == 'X' ? 'R' : 'L';
}
