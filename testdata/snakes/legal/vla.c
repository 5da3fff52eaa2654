// expect: plays
// why: Arrays of variable length, also as parameters.

#include <stdlib.h>
static __attribute__((noinline)) int sum(int rows, int columns, int (*grid)[columns])
{
    int total = 0;
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < columns; c++)
            total += grid[r][c];
    return total;
}

char *bot_name = "vla";

int bot(int board[16][32], char player)
{
    volatile int n = 20;
    int grid[n][n + 1];
    for (int r = 0; r < n; r++)
        for (int c = 0; c <= n; c++)
            grid[r][c] = r * c;
    if (sum(n, n + 1, grid) != 39900 || sizeof grid != 420 * sizeof(int))
        abort();
    return player == 'X' ? 'R' : 'L';
}
