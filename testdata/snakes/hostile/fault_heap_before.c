// expect: fault signal SIGSEGV
// turn: 1
// why: Runs off the beginning of the heap.

#include <stdlib.h>

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    volatile char *block = malloc(100);
    for (volatile long i = 0;; i -= 1 << 20)
        block[i] = 1;
}
