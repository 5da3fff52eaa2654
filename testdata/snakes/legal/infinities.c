// expect: plays
// why: Floating-point divisions by zero raise no signal.

#include <stdlib.h>


char *bot_name = "infinities";

int bot(int board[16][32], char player)
{
    volatile double zero = 0;
    volatile double x = 1 / zero, y = zero / zero, z = 1e308;
    z *= 10;
    if (x < 1e308 || y == y || z < 1e308)
        abort();
    return player == 'X' ? 'R' : 'L';
}
