// expect: refused S10
// message: bot
// line: 8
// why: One parameter too many.

char *bot_name = "wrong type";

int bot(int board[16][32], char player, int turn)
{
    return 'L';
}
