// expect: plays
// why: Large arrays: a C library's own qsort takes memory for them, and asks the system how much there is.

#include <stdlib.h>
static int down(const void *a, const void *b)
{
    double x = *(const double *) a, y = *(const double *) b;
    return (x < y) - (x > y);
}
struct wide { int key; char rest[60]; };
static int by_key(const void *a, const void *b)
{
    return ((const struct wide *) a)->key - ((const struct wide *) b)->key;
}
static int turn_of(int board[16][32], char player)   /* 1 in the first call, for a bot that leaves a new square at each move */
{
    int turn = 1;
    for (int i = 0; i < 512; i++)
        turn += board[i / 32][i % 32] == player;
    return turn;
}


char *bot_name = "qsort_big";

int bot(int board[16][32], char player)
{
    if (turn_of(board, player) > 3)
        return player == 'X' ? 'R' : 'L';
    int n = 20000;
    double *x = malloc(n * sizeof *x);
    for (int i = 0; i < n; i++)
        x[i] = i * 7919l % 20011;
    qsort(x, n, sizeof *x, down);
    for (int i = 1; i < n; i++)
        if (x[i - 1] < x[i])
            abort();
    struct wide *w = calloc(3000, sizeof *w);
    for (int i = 0; i < 3000; i++)
        w[i].key = i * 7919l % 3001;
    qsort(w, 3000, sizeof *w, by_key);
    for (int i = 1; i < 3000; i++)
        if (w[i - 1].key > w[i].key)
            abort();
    free(w);
    free(x);
    return player == 'X' ? 'R' : 'L';
}
