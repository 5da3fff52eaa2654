// expect: plays
// why: Every call starts with the usual rounding, denormal numbers, and 64 bits for long double.

#include <stdlib.h>
#include <float.h>

char *bot_name = "float_environment";

int bot(int board[16][32], char player)
{
    volatile double one = 1, three = 3, small = DBL_MIN;
    volatile float third = 1.0f / (float) three;
    volatile long double l = 1, tiny = 0x1p-63L;
    if (one / three != 0x1.5555555555555p-2 || small / 4 == 0 || third != 0x1.555556p-2f || l + tiny == l || FLT_EVAL_METHOD != 0)
        abort();
    return player == 'X' ? 'R' : 'L';
}
