// expect: clean
// or: fault
// why: The words beside errno, where a library keeps other things.

#include <errno.h>

char *bot_name = "leak";

int bot(int board[16][32], char player)
{
    volatile int *place = &errno;
    int found = place[1] == 0x5eed1eaf || place[-1] == 0x5eed1eaf;
    place[1] = place[-1] = 0x5eed1eaf;
    return found ? 'D' : 'U';
}
