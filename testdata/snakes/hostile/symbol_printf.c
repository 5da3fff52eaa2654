// expect: refused S11
// message: printf
// why: Printing is no function of the allowed library.

#include <stdio.h>

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    printf("player %d\n", player);
    return player == 'X' ? 'R' : 'L';
}
