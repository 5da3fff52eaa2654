// expect: refused S10
// message: bot
// why: No function `bot`.

char *bot_name = "nobody";

int Bot(int board[16][32], char player)
{
    return 'L';
}
