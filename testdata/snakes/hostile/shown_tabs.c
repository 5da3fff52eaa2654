// expect: plays
// why: Tabs would shift the columns of a table.

char *bot_name = "a\tb\tc";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
