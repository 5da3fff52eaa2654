// expect: refused S10
// or: refused S14
// message: /etc
// line: 7
// why: A directory.

#include "/etc"

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
