// expect: refused S11
// message: puts
// why: gcc turns this printf into puts; the message names what the object needs.

#include <stdio.h>

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    printf("hello\n");
    return player == 'X' ? 'R' : 'L';
}
