// expect: refused S10
// message: bot
// line: 8
// why: `bot` returns nothing.

char *bot_name = "wrong type";

void bot(int board[16][32], char player)
{
    (void) board;
}
