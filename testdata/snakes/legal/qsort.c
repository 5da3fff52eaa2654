// expect: plays
// why: qsort and bsearch with a comparator.

#include <stdlib.h>
static int up(const void *a, const void *b)
{
    return *(const int *) a - *(const int *) b;
}

char *bot_name = "qsort";

int bot(int board[16][32], char player)
{
    int x[10] = {5, 3, 8, 1, 9, 2, 7, 4, 6, 0};
    qsort(x, 10, sizeof *x, up);
    for (int i = 0; i < 10; i++)
        if (x[i] != i)
            abort();
    int key = 7;
    int *found = bsearch(&key, x, 10, sizeof *x, up);
    if (!found || *found != 7 || (key = 70, bsearch(&key, x, 10, sizeof *x, up)))
        abort();
    return player == 'X' ? 'R' : 'L';
}
