// expect: refused S10
// message: calls
// why: An atomic is a writable variable.

#include <stdatomic.h>

static atomic_int calls;

char *bot_name = "global";

int bot(int board[16][32], char player)
{
    return atomic_fetch_add(&calls, 1) & 1 ? 'L' : 'R';
}
