// expect: refused S10
// or: refused S14
// message: maps
// absent: r-xp
// line: 8
// why: The addresses in the compiler.

#include "/proc/self/maps"

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
