// expect: plays
// why: Assertions that are turned off.

#define NDEBUG
#include <assert.h>

char *bot_name = "assert_off";

int bot(int board[16][32], char player)
{
    assert(0);
    return player == 'X' ? 'R' : 'L';
}
