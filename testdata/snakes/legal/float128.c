// expect: plays
// or: refused S11
// why: 128-bit floating point needs functions of the compiler's support library.
// unclear: S11 lists the C library; the compiler's support library is needed by plain C too (128-bit division)

#include <stdlib.h>


char *bot_name = "float128";

int bot(int board[16][32], char player)
{
    volatile _Float128 x = 2, y = 3;
    volatile _Float128 z = x / y * y - x;
    volatile double d = (double) (x * y);
    if (d != 6 || (double) z > 1e-30)
        abort();
    return player == 'X' ? 'R' : 'L';
}
