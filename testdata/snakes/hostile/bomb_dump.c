// expect: refused S10
// or: plays
// why: Asks for dump files beside the source: gcc refuses or ignores the option.
// unclear: gcc ignores bad options in the pragma with a warning

#pragma GCC optimize("dump-tree-all", "save-temps")

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
