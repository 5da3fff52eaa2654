// expect: refused S11
// message: getenv
// why: Reads the environment.

#include <stdlib.h>

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    if (getenv("HOME"))
        return 'U';
    return player == 'X' ? 'R' : 'L';
}
