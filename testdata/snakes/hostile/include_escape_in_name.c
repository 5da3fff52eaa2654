// expect: refused S10
// or: refused S14
// line: 6
// why: A file name with escape sequences, which the message must not show.

#include "[2J[31m.h"

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
