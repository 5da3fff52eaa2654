// expect: plays
// why: A plain goto out of two loops.

char *bot_name = "goto";

int bot(int board[16][32], char player)
{
    for (int row = 0; row < 16; row++)
        for (int column = 0; column < 32; column++)
            if (board[row][column] == (player == 'X' ? '*' : '@'))
                goto found;
    return 'U';
found:
    return player == 'X' ? 'R' : 'L';
}
