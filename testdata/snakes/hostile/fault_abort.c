// expect: fault signal SIGABRT
// turn: 1
// why: abort ends in SIGABRT.

#include <stdlib.h>

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    abort();
}
