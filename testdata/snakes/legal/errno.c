// expect: plays
// why: errno and what the library puts into it.

#include <stdlib.h>
#include <errno.h>
#include <math.h>

char *bot_name = "errno";

int bot(int board[16][32], char player)
{
    errno = 0;
    volatile double minus = -1;
    volatile double root = sqrt(minus);
    if (root == root)
        abort();
    long value = strtol("123456789012345678901234567890", 0, 10);
    if (errno != ERANGE || value != 9223372036854775807)
        abort();
    errno = ENOENT;
    return player == 'X' ? 'R' : 'L';
}
