// expect: refused S11
// message: stdout
// why: Data of the C library: an open file.

#include <stdio.h>

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    if (!stdout)
        return 'U';
    return player == 'X' ? 'R' : 'L';
}
