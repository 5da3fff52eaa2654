// expect: refused S10
// or: refused S14
// absent: root:
// why: The path is made by a macro.

#define GO(path) <path>
#include GO(/etc/passwd)

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
