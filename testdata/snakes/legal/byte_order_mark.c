// expect: plays
// why: A byte order mark before the first comment.

char *bot_name = "BOM";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
