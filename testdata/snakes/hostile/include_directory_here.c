// expect: refused S10
// or: refused S14
// line: 6
// why: The directory of the source.

#include "."

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
