// expect: plays
// why: A printf that can never be reached: gcc removes it, and the object is what is judged.

#include <stdio.h>
#define DEBUG 0

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    if (DEBUG)
        printf("%d\n", board[0][0]);
    return player == 'X' ? 'R' : 'L';
}
