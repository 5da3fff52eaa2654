// expect: fault
// or: plays
// why: Writes over the headers that an allocator may keep beside its blocks.
// unclear: undefined in C

#include <stdlib.h>
#include <string.h>

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    for (int i = 0; i < 20; i++) {
        char *volatile block = malloc(40);
        memset(block - 32, 0x41 + i, 40 + 64);
        free(block);
    }
    void *volatile block = malloc(5000);
    memset(block, 1, 5000);
    return player == 'X' ? 'R' : 'L';
}
