// expect: plays
// why: The last line is a comment without a line end.

char *bot_name = "comment";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
// the end