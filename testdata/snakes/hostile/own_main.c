// expect: plays
// why: The bot has a main, to try it out at home.

int main(void)
{
    return 42;
}

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
