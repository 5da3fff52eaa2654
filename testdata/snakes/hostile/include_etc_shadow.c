// expect: refused S10
// or: refused S14
// message: /etc/shadow
// absent: root:
// line: 8
// why: A file that only root can read.

#include "/etc/shadow"

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
