// expect: refused S11
// message: printf
// why: Never reached in play, but the object needs it.

#include <stdio.h>

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    if (board[0][0] == 7)
        printf("%d\n", board[0][1]);
    return player == 'X' ? 'R' : 'L';
}
