// expect: fault
// or: plays
// why: Frees a piece of its stack and allocates again.
// unclear: undefined in C

#include <stdlib.h>

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    long here[16] = {0};
    free(here + 4);
    void *volatile block = malloc(8);
    *(volatile long *) block = 5;
    return player == 'X' ? 'R' : 'L';
}
