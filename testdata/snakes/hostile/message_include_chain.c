// expect: refused S10
// message: seen from here
// line: 7
// why: A macro of a header has a part in the error; the place is in the source.

#include <assert.h>
static_assert(0, "seen from here");

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
