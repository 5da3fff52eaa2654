// expect: refused S10
// message: bot
// line: 13
// why: Two definitions of `bot`.

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}

int bot(int board[16][32], char player)
{
    return 'U';
}
