// expect: plays
// repeat: same
// why: Random moves, and not back into its own squares if it can help it.

#include <stdlib.h>

char *bot_name = "random";

int bot(int board[16][32], char player)
{
    for (int tries = 0; tries < 20; tries++) {
        int way = rand() % 4;
        for (int i = 0; i < 512; i++)
            if (board[i / 32][i % 32] == (player == 'X' ? '*' : '@')) {
                int row = i / 32 + (way == 3) - (way == 2), column = i % 32 + (way == 1) - (way == 0);
                if (row >= 0 && row < 16 && column >= 0 && column < 32 && board[row][column] == '.')
                    return "LRUD"[way];
            }
    }
    return "LRUD"[rand() % 4];
}
