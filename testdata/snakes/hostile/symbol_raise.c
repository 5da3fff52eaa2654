// expect: refused S11
// message: raise
// why: Raises a signal.

#include <signal.h>

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    raise(9);
    return player == 'X' ? 'R' : 'L';
}
