// expect: refused S10
// message: bot_name
// why: Declared and used, but defined nowhere.

extern char *bot_name;
char *name(void)
{
    return bot_name;
}

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
