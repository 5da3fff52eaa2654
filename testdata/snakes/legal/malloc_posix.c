// expect: plays
// or: refused S11
// why: posix_memalign: stdlib.h's memory, if not of standard C.
// unclear: S11 allows "memory" of stdlib.h

#include <stdlib.h>


char *bot_name = "malloc_posix";

int bot(int board[16][32], char player)
{
    void *p = 0;
    int result = posix_memalign(&p, 64, 100);
    if (result || !p || ((unsigned long) p & 63))
        abort();
    return player == 'X' ? 'R' : 'L';
}
