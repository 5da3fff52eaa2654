// expect: plays
// why: The name comes after the function.

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}

char *bot_name = "last";
