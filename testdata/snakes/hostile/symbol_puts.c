// expect: refused S11
// message: printf
// line: 12
// why: gcc would turn this printf into puts, which the player has not written.

#include <stdio.h>

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    printf("hello\n");
    return player == 'X' ? 'R' : 'L';
}
