// expect: refused S11
// message: system
// why: Runs a program.

#include <stdlib.h>

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    system("touch /tmp/bout_was_here");
    return player == 'X' ? 'R' : 'L';
}
