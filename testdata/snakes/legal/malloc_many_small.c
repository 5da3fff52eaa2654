// expect: plays
// why: Thousands of small blocks, freed in another order.

#include <stdlib.h>


char *bot_name = "malloc_many_small";

int bot(int board[16][32], char player)
{
    void *blocks[5000];
    for (int i = 0; i < 5000; i++)
        if (!(blocks[i] = malloc(i % 200)) && i % 200)
            abort();
    for (int i = 0; i < 5000; i += 2)
        free(blocks[i]);
    for (int i = 0; i < 5000; i += 2)
        blocks[i] = malloc(i % 300);
    for (int i = 4999; i >= 0; i--)
        free(blocks[i]);
    return player == 'X' ? 'R' : 'L';
}
