// expect: plays
// why: The host must not call the bot's malloc; the bot may.

#include <stdlib.h>
void *malloc(size_t size)
{
    return 0;
}
void free(void *block)
{
}
void *calloc(size_t n, size_t size)
{
    __builtin_trap();
}

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    void *volatile block = malloc(10);
    free(block);
    return block ? 'U' : player == 'X' ? 'R' : 'L';
}
