// expect: clean
// why: 40 of 64 MiB, never freed: the next call must have all of them again.

#include <stdlib.h>

char *bot_name = "leak";

int bot(int board[16][32], char player)
{
    void *block = malloc(40 << 20);
    int found = block == 0;
    return found ? 'D' : 'U';
}
