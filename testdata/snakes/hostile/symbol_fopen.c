// expect: refused S11
// message: fopen
// why: Opens a file.

#include <stdio.h>

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    void *file = fopen("/etc/passwd", "r");
    if (!file)
        return 'U';
    return player == 'X' ? 'R' : 'L';
}
