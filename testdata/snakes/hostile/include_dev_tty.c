// expect: refused S10
// or: refused S14
// message: /dev/tty
// line: 7
// why: A terminal would wait for somebody to type.

#include "/dev/tty"

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
