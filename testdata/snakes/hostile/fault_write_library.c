// expect: fault signal SIGSEGV
// turn: 1
// why: Writes to the code of a library function: the host's own, perhaps.

#include <string.h>

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    void *(*volatile copy)(void *, const void *, size_t) = memcpy;
    *(volatile unsigned char *) copy = 0xc3;
    return player == 'X' ? 'R' : 'L';
}
