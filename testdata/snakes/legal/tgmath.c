// expect: plays
// why: tgmath.h picks functions of math.h (and, for real numbers, none of complex.h).

#include <stdlib.h>
#include <tgmath.h>

char *bot_name = "tgmath";

int bot(int board[16][32], char player)
{
    volatile float f = 16;
    volatile double d = 16;
    if (sqrt(f) != 4 || sizeof sqrt(f) != 4 || pow(d, 2) != 256)
        abort();
    return player == 'X' ? 'R' : 'L';
}
