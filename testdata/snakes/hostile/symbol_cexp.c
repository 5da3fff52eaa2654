// expect: refused S11
// message: cexp
// why: complex.h is not in the list.

#include <complex.h>

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    volatile double complex z = 1;
    z = cexp(z);
    return player == 'X' ? 'R' : 'L';
}
