// expect: plays
// why: The documented way to debug: printf under #ifdef BOUT_ASK, which is not defined in play.

#ifdef BOUT_ASK
#include <stdio.h>
#endif

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
#ifdef BOUT_ASK
    printf("%d\n", board[0][0]);
#endif
    return player == 'X' ? 'R' : 'L';
}
