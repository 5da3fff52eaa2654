// expect: clean
// why: What realloc adds to a block is not initialised.

#define MARK 0x5eed1eaf0ddba11dul
#include <stdlib.h>

char *bot_name = "leak";

int bot(int board[16][32], char player)
{
    unsigned long *block = malloc(64);
    block = realloc(block, 1 << 16);
    volatile unsigned long *view = block;
    int found = view[5000] == MARK && view[8000] == MARK;
    view[5000] = view[8000] = MARK;
    free(block);
    return found ? 'D' : 'U';
}
