// expect: clean
// why: Everything that is easy, at once.

#define MARK 0x5eed1eaf0ddba11dul
#include <stdlib.h>
#include <errno.h>

char *bot_name = "leak";

int bot(int board[16][32], char player)
{
    volatile unsigned long deep[4000];
    volatile unsigned long *block = malloc(3000);
    unsigned long a = deep[7], b = block[200], c = errno;
    int found = (a == MARK) + (b == MARK) + (c == 4321) + (bot_name[0] == 'D') > 0;
    deep[7] = block[200] = MARK;
    errno = 4321;
    bot_name = "D";
    srand(5);
    return found ? 'D' : 'U';
}
