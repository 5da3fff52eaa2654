// expect: fault signal SIGSEGV
// turn: 1
// why: A negative length: the fault happens inside the library.

#include <string.h>

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    char to[16];
    volatile long size = -1;
    memcpy(to, board, size);
    return to[3];
}
