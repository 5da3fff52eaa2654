// expect: plays
// why: A copy of the board may be changed.

#include <string.h>


char *bot_name = "copy_and_simulate";

int bot(int board[16][32], char player)
{
    int copy[16][32];
    memcpy(copy, board, sizeof copy);
    int row = 0, column = 0;
    for (int i = 0; i < 512; i++)
        if (copy[i / 32][i % 32] == (player == 'X' ? '*' : '@')) {
            row = i / 32;
            column = i % 32;
        }
    copy[row][column] = player;
    (void) row;
    return player == 'X' ? (column < 31 ? 'R' : 'D') : (column > 0 ? 'L' : 'U');
}
