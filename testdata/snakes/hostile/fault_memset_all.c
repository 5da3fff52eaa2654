// expect: fault signal SIGSEGV
// turn: 1
// why: Sets a terabyte to zero.

#include <string.h>

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    volatile unsigned long size = 1ul << 40;
    char *volatile from = (char *) board;
    memset(from, 0, size);
    return player == 'X' ? 'R' : 'L';
}
