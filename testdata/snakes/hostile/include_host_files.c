// expect: refused S10
// or: refused S14
// message: Cargo.toml
// absent: workspace
// line: 8
// why: A file of the directory that the host was started in.

#include "Cargo.toml"

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
