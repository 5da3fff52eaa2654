// expect: clean
// why: The far end of the heap; a host that clears only its beginning would miss it.

#define MARK 0x5eed1eaf0ddba11dul
#include <stdlib.h>

char *bot_name = "leak";

int bot(int board[16][32], char player)
{
    volatile unsigned long *block = malloc(60 << 20);
    int found = block && block[(60 << 20) / 8 - 1] == MARK;
    if (block)
        block[(60 << 20) / 8 - 1] = MARK;
    else
        found = 1;
    return found ? 'D' : 'U';
}
