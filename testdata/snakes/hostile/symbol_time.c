// expect: refused S11
// message: time
// why: The clock is different at each replay.

#include <time.h>

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    if (time(0) & 1)
        return 'U';
    return player == 'X' ? 'R' : 'L';
}
