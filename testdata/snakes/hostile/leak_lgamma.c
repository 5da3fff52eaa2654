// expect: clean
// why: lgamma writes signgam, which may be in memory that is shared or read-only.

#include <math.h>

char *bot_name = "leak";

int bot(int board[16][32], char player)
{
    volatile double x = -0.5;
    volatile double y = lgamma(x);
    (void) y;
    int found = 0;
    return found ? 'D' : 'U';
}
