// expect: clean
// why: errno, as the library sets it.

#include <errno.h>
#include <math.h>
#include <stdlib.h>

char *bot_name = "leak";

int bot(int board[16][32], char player)
{
    int found = errno == ERANGE;
    volatile double zero = 0;
    volatile double x = log(zero);
    (void) x;
    strtol("99999999999999999999999", 0, 10);
    return found ? 'D' : 'U';
}
