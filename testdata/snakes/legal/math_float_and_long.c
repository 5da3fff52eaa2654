// expect: plays
// why: float and long double (which has 64 bits of precision here).

#include <stdlib.h>
#include <math.h>

char *bot_name = "math_float_and_long";

int bot(int board[16][32], char player)
{
    volatile float f = 2;
    volatile long double l = 2;
    int exponent;
    double whole;
    if (fabsf(sinf(f) - 0.90929743f) > 1e-6f || sqrtf(f * 8) != 4 || powf(f, 3) != 8 || floorf(-f / 4) != -1 || sqrtl(l * 8) != 4 || floorl(-l / 4) != -1 || fmodl(l * 3.5L, l) != 1 || frexp((double) f, &exponent) != 0.5 || exponent != 2 || modf(f * 1.25, &whole) != 0.5 || whole != 2 || l / 3 * 3 != 2 || 1 + 0x1p-60L * l == 1)
        abort();
    return player == 'X' ? 'R' : 'L';
}
