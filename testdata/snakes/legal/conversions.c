// expect: plays
// why: Conversions between floating-point numbers and unsigned ones.

#include <stdlib.h>


char *bot_name = "conversions";

int bot(int board[16][32], char player)
{
    volatile double d = 3e9, big = 1.5e19;
    volatile float f = 4e9f;
    volatile unsigned long u = 0xfffffffffffffff0;
    volatile unsigned v = 4000000000;
    volatile long double l = 1e19L;
    if ((unsigned) d != 3000000000u || (unsigned long) big != 15000000000000000000ul || (unsigned) f != 4000000000u || (double) u < 1.8e19 || (float) v != 4e9f || (unsigned long) l != 10000000000000000000ul || (long) -2.9 != -2)
        abort();
    return player == 'X' ? 'R' : 'L';
}
