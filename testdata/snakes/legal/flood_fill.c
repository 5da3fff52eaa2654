// expect: plays
// why: A recursive flood fill over a copy.

#include <stdlib.h>
static void fill(int board[16][32], char seen[16][32], int row, int column, int colour)
{
    if (row < 0 || row > 15 || column < 0 || column > 31 || seen[row][column] || board[row][column] != colour)
        return;
    seen[row][column] = 1;
    fill(board, seen, row - 1, column, colour);
    fill(board, seen, row + 1, column, colour);
    fill(board, seen, row, column - 1, colour);
    fill(board, seen, row, column + 1, colour);
}

char *bot_name = "flood_fill";

int bot(int board[16][32], char player)
{
    char seen[16][32] = {0};
    fill(board, seen, 7, 7, '.');
    int count = 0;
    for (int i = 0; i < 512; i++)
        count += seen[i / 32][i % 32];
    if (count < 400)
        abort();
    return player == 'X' ? 'R' : 'L';
}
