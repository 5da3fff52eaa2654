// expect: refused S10
// or: refused S14
// message: /dev/urandom
// line: 7
// why: A file without end, whose bytes would show in the messages.

#include "/dev/urandom"

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
