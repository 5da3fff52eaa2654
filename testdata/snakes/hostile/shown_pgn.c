// expect: plays
// why: A name that would break out of a PGN tag.

char *bot_name = "\"]\n[Result \"1-0\"]\n";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
