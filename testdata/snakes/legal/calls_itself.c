// expect: plays
// why: bot calls itself with a board of its own.

#include <string.h>
char *bot_name = "recursive";

int bot(int board[16][32], char player)
{
    if (player == 0)
        return board[0][0];
    int copy[16][32];
    memcpy(copy, board, sizeof copy);
    copy[0][0] = player == 'X' ? 'R' : 'L';
    return bot(copy, 0);
}
