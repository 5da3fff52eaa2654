// expect: refused S14
// or: refused S10
// why: A macro of a compiler header holds the word.

#include <cpuid.h>

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    unsigned a, b, c, d;
    __cpuid(0, a, b, c, d);
    if (a == 5)
        return 'U';
    return player == 'X' ? 'R' : 'L';
}
