// expect: refused S10
// message: bot
// line: 8
// why: A static `bot` is not visible to the host.

char *bot_name = "static";

static int bot(int board[16][32], char player)
{
    return 'L';
}
