// expect: plays
// or: refused S11
// why: _Float16 needs functions of the compiler's support library.
// unclear: as for float128

#include <stdlib.h>


char *bot_name = "half_precision";

int bot(int board[16][32], char player)
{
    volatile _Float16 x = 1.5f16;
    volatile float y = (float) x * 2;
    if (y != 3)
        abort();
    return player == 'X' ? 'R' : 'L';
}
