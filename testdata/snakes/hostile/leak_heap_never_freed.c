// expect: clean
// why: A block that was never freed: the heap starts anew with old contents.

#define MARK 0x5eed1eaf0ddba11dul
#include <stdlib.h>

char *bot_name = "leak";

int bot(int board[16][32], char player)
{
    volatile unsigned long *block = malloc(4096);
    int found = block[100] == MARK && block[300] == MARK;
    block[100] = block[300] = MARK;
    return found ? 'D' : 'U';
}
