// expect: clean
// or: fault
// why: The page in which errno lies.

#define MARK 0x5eed1eaf0ddba11dul
#include <errno.h>

char *bot_name = "leak";

int bot(int board[16][32], char player)
{
    volatile unsigned long *place = (volatile unsigned long *) ((unsigned long) &errno & -4096ul);
    int found = 0;
    for (int i = 0; i < 512; i++)
        found += place[i] == MARK;
    for (int i = 500; i < 512; i++)
        place[i] = MARK;
    return found ? 'D' : 'U';
}
