// expect: plays
// why: malloc beyond the limit returns NULL, as C says.

#include <stdlib.h>
#include <errno.h>
#include <stdint.h>

char *bot_name = "malloc_too_much";

int bot(int board[16][32], char player)
{
    volatile size_t huge = (size_t) 1 << 40, most = SIZE_MAX, over = ((size_t) 1 << 33) + 1, more = 65 << 20;
    errno = 0;
    if (malloc(huge) || malloc(most) || malloc(most - 15) || calloc(over, over) || realloc(0, most) || malloc(more) || aligned_alloc(4096, most - 4096))
        abort();
    return player == 'X' ? 'R' : 'L';
}
