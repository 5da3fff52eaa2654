// expect: refused S10
// message: bot
// line: 8
// why: `bot` returns a letter, not a text.

char *bot_name = "wrong type";

char *bot(int board[16][32], char player)
{
    return "L";
}
