// expect: plays
// why: Not UTF-8: JSON and HTML must stay valid.

char *bot_name = "\xff\xfe\xc0\xaf\xed\xa0\x80 bad \xf0\x9f";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
