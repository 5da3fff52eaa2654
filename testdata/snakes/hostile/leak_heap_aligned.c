// expect: clean
// why: A block of aligned_alloc.

#define MARK 0x5eed1eaf0ddba11dul
#include <stdlib.h>

char *bot_name = "leak";

int bot(int board[16][32], char player)
{
    volatile unsigned long *block = aligned_alloc(4096, 8192);
    int found = block[600] == MARK;
    block[600] = MARK;
    free((void *) block);
    return found ? 'D' : 'U';
}
