// expect: plays
// why: Initialisers by index.

#include <stdlib.h>
static const unsigned char class_of[256] = {['X'] = 1, ['O'] = 2, ['*'] = 3, ['@'] = 4, ['.'] = 5, ['a' ... 'z'] = 6};
static const int grid[4][4] = {[1][2] = 7, [3] = {[0 ... 3] = 9}};

char *bot_name = "designated_initialisers";

int bot(int board[16][32], char player)
{
    for (int i = 0; i < 512; i++)
        if (class_of[board[i / 32][i % 32] & 255] == 0 || class_of[board[i / 32][i % 32] & 255] > 5)
            abort();
    if (grid[1][2] != 7 || grid[3][3] != 9)
        abort();
    return player == 'X' ? 'R' : 'L';
}
