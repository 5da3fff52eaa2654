// expect: plays
// why: The rest of math.h.

#include <stdlib.h>
#include <math.h>

char *bot_name = "math_all_of_it";

int bot(int board[16][32], char player)
{
    volatile double x = 0.25, y = 3;
    volatile double sum = acos(x) + asin(x) + atan(x) + cosh(x) + sinh(x) + tanh(x) + acosh(y) + asinh(x) + atanh(x) + exp2(x) + expm1(x) + log1p(x) + ilogb(y) + logb(y) + scalbn(x, 2) + scalbln(x, 2) + erfc(x) + lgamma(y) + nearbyint(x) + llrint(x) + lrint(x) + llround(x) + remainder(y, x) + nextafter(x, y) + nexttoward(x, y) + fdim(y, x) + tan(x) + j0(x) + yn(1, x);
    int quotient;
    sum += remquo(y, x, &quotient);
    if (sum != sum)
        abort();
    return player == 'X' ? 'R' : 'L';
}
