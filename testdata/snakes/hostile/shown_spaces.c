// expect: plays
// why: A name of spaces only.

char *bot_name = "      ";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
