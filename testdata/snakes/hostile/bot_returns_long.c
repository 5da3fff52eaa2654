// expect: refused S10
// message: bot
// line: 8
// why: `bot` returns int, not long.

char *bot_name = "wrong type";

long bot(int board[16][32], char player)
{
    return 'L';
}
