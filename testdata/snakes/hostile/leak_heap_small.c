// expect: clean
// why: Many small blocks that are never freed.

#define MARK 0x5eed1eaf0ddba11dul
#include <stdlib.h>

char *bot_name = "leak";

int bot(int board[16][32], char player)
{
    int found = 0;
    for (int i = 0; i < 200; i++) {
        volatile unsigned long *block = malloc(40);
        found += block[3] == MARK;
        block[3] = MARK;
    }
    found = found > 0;
    return found ? 'D' : 'U';
}
