// expect: plays
// why: Bit counting: popcount needs a function of the compiler's support library.

#include <stdlib.h>


char *bot_name = "bit_builtins";

int bot(int board[16][32], char player)
{
    volatile unsigned long x = 0xf0f0;
    volatile unsigned y = 0x10;
    int overflow;
    volatile int big = 2147483647;
    if (__builtin_popcountl(x) != 8 || __builtin_popcount(y) != 1 || __builtin_ctzl(x) != 4 || __builtin_clz(y) != 27 || __builtin_ffs(y) != 5 || __builtin_parity(y) != 1 || __builtin_bswap32(y) != 0x10000000 || !__builtin_add_overflow(big, 1, &overflow) || __builtin_popcountll(~0ull * y) != 60)
        abort();
    return player == 'X' ? 'R' : 'L';
}
