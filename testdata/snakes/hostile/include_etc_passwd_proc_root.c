// expect: refused S10
// or: refused S14
// message: passwd
// absent: root:
// line: 8
// why: The same through /proc.

#include "/proc/self/root/etc/passwd"

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
