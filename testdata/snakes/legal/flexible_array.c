// expect: plays
// why: A struct that ends with an array.

#include <stdlib.h>
struct list { int count; int items[]; };

char *bot_name = "flexible_array";

int bot(int board[16][32], char player)
{
    struct list *l = malloc(sizeof *l + 10 * sizeof(int));
    if (!l)
        abort();
    l->count = 10;
    for (int i = 0; i < l->count; i++)
        l->items[i] = i;
    int last = l->items[9];
    free(l);
    if (last != 9)
        abort();
    return player == 'X' ? 'R' : 'L';
}
