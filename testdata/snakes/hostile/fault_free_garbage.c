// expect: fault
// or: plays
// why: Frees what was never allocated: a fault inside the library, or nothing at all.
// unclear: undefined in C

#include <stdlib.h>

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    free((void *) 0x1234567);
    return player == 'X' ? 'R' : 'L';
}
