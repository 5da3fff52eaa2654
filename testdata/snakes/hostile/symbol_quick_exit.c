// expect: refused S11
// message: quick_exit
// why: Ends the process.

#include <stdlib.h>

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    quick_exit(0);
    return player == 'X' ? 'R' : 'L';
}
