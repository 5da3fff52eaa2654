// expect: plays
// why: A name of control characters.

char *bot_name = "\a\b\f\v\r\x01\x7f bell";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
