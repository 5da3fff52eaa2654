// expect: plays
// or: refused S10
// why: Asks for dump files beside the source: gcc ignores it, with a warning.
// unclear: gcc may call a bad option an error

#pragma GCC optimize("dump-tree-all", "save-temps")

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
