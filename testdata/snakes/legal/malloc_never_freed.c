// expect: plays
// why: Never frees: each call starts with the whole heap.

#include <stdlib.h>


char *bot_name = "malloc_never_freed";

int bot(int board[16][32], char player)
{
    char *block = malloc(1 << 20);
    if (!block)
        abort();
    block[0] = block[(1 << 20) - 1] = 1;
    return player == 'X' ? 'R' : 'L';
}
