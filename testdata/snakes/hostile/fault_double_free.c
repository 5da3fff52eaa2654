// expect: fault
// or: plays
// why: Frees twice: abort, a fault, or nothing.
// unclear: undefined in C

#include <stdlib.h>

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    char *volatile a = malloc(64);
    char *volatile b = malloc(64);
    free(a);
    free(b);
    free(a);
    free(a);
    for (int i = 0; i < 10; i++)
        *(volatile long *) malloc(64) = i;
    return player == 'X' ? 'R' : 'L';
}
