// expect: refused S10
// or: refused S14
// message: bout.toml
// line: 7
// why: A file that does not exist.

#include "bout.toml"

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
