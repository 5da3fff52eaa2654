// expect: fault signal SIGSEGV
// turn: 1
// why: Library functions run off the board too.

#include <string.h>

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    volatile unsigned long length = strlen((char *) &board[15][31] + 0) + 1;
    while (length < 4096)
        length += strlen((char *) board + length) + 1;
    return player == 'X' ? 'R' : 'L';
}
