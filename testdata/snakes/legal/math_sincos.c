// expect: plays
// why: gcc turns sin and cos of one angle into one call of sincos, which is not in the source.

#include <stdlib.h>
#include <math.h>

char *bot_name = "math_sincos";

int bot(int board[16][32], char player)
{
    volatile double angle = 1;
    double a = angle;
    double s = sin(a), c = cos(a);
    if (fabs(s * s + c * c - 1) > 1e-15)
        abort();
    return player == 'X' ? 'R' : 'L';
}
