// expect: refused S11
// message: gettimeofday
// why: The clock is different at each replay.

extern int gettimeofday(void *, void *);

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    long now[2];
    gettimeofday(now, 0);
    if (now[1] & 1)
        return 'U';
    return player == 'X' ? 'R' : 'L';
}
