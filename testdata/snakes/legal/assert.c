// expect: plays
// why: Assertions that hold.

#include <stdlib.h>
#include <assert.h>

char *bot_name = "assert";

int bot(int board[16][32], char player)
{
    assert(1);
    assert(board[0][0] && "the board is there");
    static_assert(sizeof(int) == 4, "int");
    return player == 'X' ? 'R' : 'L';
}
