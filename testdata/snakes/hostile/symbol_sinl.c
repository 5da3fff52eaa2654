// expect: refused S11
// why: The sine of a long double is no two libraries' same bits; only what is exact is there for long double.

#include <math.h>

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    volatile long double x = board[0][0];
    return sinl(x) > 0 ? 'R' : player;
}
