// expect: plays
// why: Comparators that contradict themselves: undefined in C, but nothing may break.
// unclear: undefined in C; a sort that leaves the array would fault

#include <stdlib.h>
static int liar(const void *a, const void *b)
{
    return 1;
}
static int random_order(const void *a, const void *b)
{
    return rand() % 3 - 1;
}

char *bot_name = "qsort_liar";

int bot(int board[16][32], char player)
{
    int x[200];
    long sum = 0;
    for (int i = 0; i < 200; i++)
        x[i] = i;
    qsort(x, 200, sizeof *x, liar);
    qsort(x, 200, sizeof *x, random_order);
    for (int i = 0; i < 200; i++)
        sum += x[i];
    if (sum != 19900)
        abort();
    return player == 'X' ? 'R' : 'L';
}
