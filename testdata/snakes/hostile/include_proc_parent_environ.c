// expect: refused S10
// or: refused S14
// message: environ
// absent: PATH=
// absent: HOME=
// line: 9
// why: The environment of another process.

#include "/proc/1/environ"

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
