// expect: clean
// why: srand(1) at the end of a call; the next call must not begin there.

#include <stdlib.h>

char *bot_name = "leak";

int bot(int board[16][32], char player)
{
    int first = rand();
    srand(1);
    int found = first == rand();
    srand(1);
    return found ? 'D' : 'U';
}
