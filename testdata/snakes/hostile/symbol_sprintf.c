// expect: refused S11
// message: sprintf
// why: stdio.h may be included, its functions not used, harmless or not.

#include <stdio.h>

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    char text[32];
    sprintf(text, "%d", board[0][0]);
    if (text[0] == '9')
        return 'U';
    return player == 'X' ? 'R' : 'L';
}
