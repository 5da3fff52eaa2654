// expect: refused S10
// or: refused S14
// line: 6
// why: An empty file name.

#include ""

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
