// expect: plays
// why: A name in UTF-8 is text and may be shown as it is.

char *bot_name = "Ünï©ödé 蛇 🐍";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
