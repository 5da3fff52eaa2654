// expect: plays
// why: Both bots are on the board, and nothing but the five characters (S3, S5).

#include <stdlib.h>


char *bot_name = "board_is_as_it_should_be";

int bot(int board[16][32], char player)
{
    int x = 0, o = 0, other = 0;
    for (int row = 0; row < 16; row++)
        for (int column = 0; column < 32; column++)
            switch (board[row][column]) {
            case '*': x++; break;
            case '@': o++; break;
            case 'X': case 'O': case '.': break;
            default: other++;
            }
    if (x != 1 || o != 1 || other || (player != 'X' && player != 'O'))
        abort();
    return player == 'X' ? 'R' : 'L';
}
