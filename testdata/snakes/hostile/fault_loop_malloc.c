// expect: fault time
// turn: 1
// why: Allocates and frees without end.

#include <stdlib.h>

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    for (volatile int i = 0;; i++) {
        volatile char *block = malloc(1000 + i % 1000);
        if (block)
            *block = 1;
        free((void *) block);
    }
}
