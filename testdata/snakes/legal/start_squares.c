// expect: plays
// why: X starts at the top left, O at the bottom right, and O sees the move of X (S1).
// unclear: holds for a match against itself; against another bot O's first board differs

#include <stdlib.h>

char *bot_name = "start";

int bot(int board[16][32], char player)
{
    if (player == 'X' && board[0][0] == '*') {
        if (board[15][31] != '@')
            abort();
    } else if (player == 'O' && board[15][31] == '@') {
        if (board[0][1] != '*' || board[0][0] != 'X')
            abort();
    } else if (player == 'X' ? board[0][0] != 'X' : board[15][31] != 'O')
        abort();
    return player == 'X' ? 'R' : 'L';
}
