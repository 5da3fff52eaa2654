// expect: clean
// or: refused S11
// why: lgamma writes signgam.
// unclear: math.h declares signgam under GNU; it is a writable variable of the library

#include <math.h>

char *bot_name = "leak";

int bot(int board[16][32], char player)
{
    int found = signgam == -1;
    volatile double x = -0.5;
    volatile double y = lgamma(x);
    (void) y;
    return found ? 'D' : 'U';
}
