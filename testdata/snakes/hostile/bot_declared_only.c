// expect: refused S10
// message: bot
// why: `bot` is declared but not defined.

char *bot_name = "promise";

int bot(int board[16][32], char player);
