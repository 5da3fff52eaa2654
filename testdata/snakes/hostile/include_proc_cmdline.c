// expect: refused S10
// or: refused S14
// message: cmdline
// line: 7
// why: The command line of the compiler, with paths.

#include "/proc/self/cmdline"

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
