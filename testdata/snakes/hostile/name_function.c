// expect: refused S10
// message: bot_name
// why: A function, not a variable.

char *bot_name(void)
{
    return "a function";
}

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
