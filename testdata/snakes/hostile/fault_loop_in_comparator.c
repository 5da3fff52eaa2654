// expect: fault time
// turn: 1
// why: The comparator of qsort does not return.

#include <stdlib.h>
static int never(const void *a, const void *b)
{
    for (volatile int i = 0;; i++)
        ;
}

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    int x[4] = {4, 3, 2, 1};
    qsort(x, 4, sizeof *x, never);
    return x[0];
}
