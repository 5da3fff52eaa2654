// expect: plays
// or: refused S11
// why: Decimal floating point needs functions of the compiler's support library.
// unclear: as for float128

#include <stdlib.h>


char *bot_name = "decimal";

int bot(int board[16][32], char player)
{
    volatile _Decimal64 x = 1.1DD;
    volatile int ten = (int) (x * 10);
    if (ten != 11)
        abort();
    return player == 'X' ? 'R' : 'L';
}
