// expect: plays
// why: Control characters of the second kind (U+009B is an escape sequence by itself).

char *bot_name = "\xc2\x9b" "31m c1 \xc2\x9d" "0;x\xc2\x9c";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
