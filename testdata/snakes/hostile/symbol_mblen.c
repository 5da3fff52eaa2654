// expect: refused S11
// message: mblen
// why: stdlib.h, but not one of the functions that S11 names.

#include <stdlib.h>

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    if (mblen("x", 1) == 2)
        return 'U';
    return player == 'X' ? 'R' : 'L';
}
