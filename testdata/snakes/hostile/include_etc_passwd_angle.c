// expect: refused S10
// or: refused S14
// message: /etc/passwd
// absent: root:
// line: 8
// why: The same with angle brackets.

#include </etc/passwd>

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
