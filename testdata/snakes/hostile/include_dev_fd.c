// expect: refused S10
// or: refused S14
// or: plays
// line: 8
// why: The same by another name.
// unclear: where the source comes by standard input it is the source, or an end of file

#include "/proc/self/fd/0"

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
