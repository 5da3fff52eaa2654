// expect: refused S11
// message: rand_r
// why: stdlib.h, but not one of the functions that S11 names.

extern int rand_r(unsigned *);

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    unsigned seed = 5;
    if (rand_r(&seed) & 1)
        return 'U';
    return player == 'X' ? 'R' : 'L';
}
