// expect: plays
// why: The same type, with a promise about the size and qualifiers on the parameter.

char *bot_name = "static size";

int bot(int board[const restrict static 16][32], const char player)
{
    return player == 'X' ? 'R' : 'L';
}
