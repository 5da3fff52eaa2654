// expect: plays
// why: The mathematical functions.

#include <stdlib.h>
#include <math.h>

char *bot_name = "math";

int bot(int board[16][32], char player)
{
    volatile double x = 2, y = 0.5, z = -3.7;
    if (fabs(sin(x) - 0.9092974268256817) > 1e-12 || fabs(cos(y) - 0.8775825618903728) > 1e-12 || pow(x, 10) != 1024 || sqrt(x * 8) != 4 || floor(z) != -4 || ceil(z) != -3 || fmod(z, x) > -1.69 || round(z) != -4 || trunc(z) != -3 || fabs(z) != 3.7 || fabs(exp(1.0 * x) - 7.38905609893065) > 1e-12 || fabs(log(x) - 0.6931471805599453) > 1e-12 || fabs(atan2(x, y) - 1.3258176636680326) > 1e-12 || hypot(x + 1, 4) != 5 || fmax(x, y) != 2 || fmin(x, y) != 0.5 || cbrt(27.0 * (x - 1)) < 2.99 || log2(x) != 1 || log10(x * 50) != 2 || ldexp(y, 3) != 4 || lround(z) != -4 || rint(z) != -4 || copysign(x, z) != -2 || fma(x, y, z) > -2.6 || fabs(tgamma(x * 2.5) - 24) > 1e-9 || fabs(erf(y) - 0.5204998778130465) > 1e-12)
        abort();
    return player == 'X' ? 'R' : 'L';
}
