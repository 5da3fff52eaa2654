// expect: plays
// why: restrict, and loops that become vector code.

#include <stdlib.h>
static __attribute__((noinline)) void add(int *restrict a, const int *restrict b, int n)
{
    for (int i = 0; i < n; i++)
        a[i] += b[i];
}

char *bot_name = "volatile_and_restrict";

int bot(int board[16][32], char player)
{
    int a[32] = {0};
    add(a, board[0], 32);
    add(a, board[1], 32);
    if (a[31] != board[0][31] + board[1][31])
        abort();
    return player == 'X' ? 'R' : 'L';
}
