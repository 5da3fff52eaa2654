// expect: refused S10
// or: refused S14
// or: plays
// line: 8
// why: The source itself, or the terminal of whoever started the host.
// unclear: where the source comes by standard input it is the source, or an end of file

#include "/dev/stdin"

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
