// expect: plays
// why: Alignment beyond the usual: the stack comes as the calling convention says.

#include <stdlib.h>
#include <stdalign.h>
#include <stdint.h>
static const alignas(64) char table[100] = {1};

char *bot_name = "alignment";

int bot(int board[16][32], char player)
{
    alignas(128) volatile char here[3] = {0};
    volatile uintptr_t a = (uintptr_t) table, b = (uintptr_t) here;
    if (a % 64 || b % 128 || alignof(long double) != 16)
        abort();
    return player == 'X' ? 'R' : 'L';
}
