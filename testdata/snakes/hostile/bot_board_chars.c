// expect: refused S10
// message: bot
// line: 8
// why: The board is int, not char.

char *bot_name = "wrong type";

int bot(char board[16][32], char player)
{
    return 'L';
}
