// expect: refused S10
// or: refused S14
// message: -
// line: 7
// why: A file called -.

#include "-"

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
