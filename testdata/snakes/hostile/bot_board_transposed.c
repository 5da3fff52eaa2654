// expect: refused S10
// message: bot
// line: 8
// why: Rows and columns the wrong way round.

char *bot_name = "wrong type";

int bot(int board[32][16], char player)
{
    return 'L';
}
