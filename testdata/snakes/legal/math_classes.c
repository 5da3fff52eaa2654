// expect: plays
// why: The classes of numbers.

#include <stdlib.h>
#include <math.h>

char *bot_name = "math_classes";

int bot(int board[16][32], char player)
{
    volatile double nan_ = NAN, infinite = INFINITY, zero = 0, tiny = 5e-324;
    if (!isnan(nan_) || !isinf(infinite) || isfinite(infinite) || isnormal(tiny) || fpclassify(zero) != FP_ZERO || !signbit(-zero) || !isunordered(nan_, zero) || isgreater(zero, infinite) || nan("1") == zero)
        abort();
    return player == 'X' ? 'R' : 'L';
}
