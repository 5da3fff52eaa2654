// expect: plays
// why: 128-bit division, which needs functions of the compiler's support library.

#include <stdlib.h>


char *bot_name = "int128";

int bot(int board[16][32], char player)
{
    volatile unsigned __int128 x = ((unsigned __int128) 0x123456789abcdef0 << 64) + 0xfedcba9876543210, y = 1000000007;
    volatile __int128 negative = -(__int128) 1 << 90;
    unsigned __int128 quotient = x / y, rest = x % y;
    if (quotient * y + rest != x || negative / 3 * 3 + negative % 3 != negative || (double) negative > -1e27 || (unsigned __int128) 1e20 / 10 != (unsigned __int128) 1e19)
        abort();
    return player == 'X' ? 'R' : 'L';
}
