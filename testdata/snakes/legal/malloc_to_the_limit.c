// expect: plays
// why: Takes memory until there is none, and gives it all back.

#include <stdlib.h>


char *bot_name = "malloc_to_the_limit";

int bot(int board[16][32], char player)
{
    struct block { struct block *next; } *list = 0;
    long total = 0;
    for (;;) {
        struct block *one = malloc(1 << 18);
        if (!one)
            break;
        one->next = list;
        list = one;
        total += 1 << 18;
        if (total > 64 << 20)
            abort();
    }
    while (list) {
        struct block *next = list->next;
        free(list);
        list = next;
    }
    void *again = malloc(32 << 20);
    if (total < 48 << 20 || !again)
        abort();
    return player == 'X' ? 'R' : 'L';
}
