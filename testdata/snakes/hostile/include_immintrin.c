// expect: plays
// or: refused S10
// or: refused S14
// why: The compiler's header of vector functions; not standard C; nothing of it is used.
// unclear: S14 says standard headers only; this one is the compiler's own

#include <immintrin.h>

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
