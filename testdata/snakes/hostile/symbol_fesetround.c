// expect: refused S11
// message: fesetround
// why: fenv.h is not in the list.

#include <fenv.h>

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    fesetround(0x400);
    return player == 'X' ? 'R' : 'L';
}
