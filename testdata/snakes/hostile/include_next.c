// expect: refused S10
// or: refused S14
// message: /etc/passwd
// absent: root:
// line: 9
// why: #include_next takes paths too.

#include_next <string.h>
#include_next "/etc/passwd"

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
