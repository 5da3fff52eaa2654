// expect: refused S10
// message: bot
// line: 8
// why: `player` is a char.

char *bot_name = "wrong type";

int bot(int board[16][32], int player)
{
    return 'L';
}
