// expect: plays
// why: The same type, written as a pointer to a row.

char *bot_name = "rows";

int bot(int (*board)[32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
