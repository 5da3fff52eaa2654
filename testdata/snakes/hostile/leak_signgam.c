// expect: clean
// or: refused S11
// why: A variable of math.h.
// unclear: math.h declares signgam under GNU; it is a writable variable of the library

#include <math.h>

char *bot_name = "leak";

int bot(int board[16][32], char player)
{
    int found = signgam == 77;
    signgam = 77;
    return found ? 'D' : 'U';
}
