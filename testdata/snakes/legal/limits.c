// expect: plays
// why: limits.h (which needs headers of the kernel), float.h and stddef.h.

#include <stdlib.h>
#include <limits.h>
#include <float.h>
#include <stddef.h>
#include <stdint.h>
struct s { char c; int i; };

char *bot_name = "limits";

int bot(int board[16][32], char player)
{
    volatile int greatest = INT_MAX;
    if (greatest != 2147483647 || CHAR_BIT != 8 || LONG_MIN != -9223372036854775807l - 1 || CHAR_MIN >= 0 || DBL_DIG != 15 || FLT_MAX < 1e38f || LDBL_MANT_DIG != 64 || offsetof(struct s, i) != 4 || SIZE_MAX != (size_t) -1 || sizeof(wchar_t) != 4 || sizeof(ptrdiff_t) != 8 || sizeof(long) != 8)
        abort();
    return player == 'X' ? 'R' : 'L';
}
