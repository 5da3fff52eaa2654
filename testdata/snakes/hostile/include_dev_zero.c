// expect: refused S10
// or: refused S14
// message: /dev/zero
// line: 7
// why: A file without end.

#include "/dev/zero"

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
