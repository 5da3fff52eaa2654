// expect: plays
// why: Goes round the board along its walls.

char *bot_name = "along the wall";

int bot(int board[16][32], char player)
{
    for (int row = 0; row < 16; row++)
        for (int column = 0; column < 32; column++)
            if (board[row][column] == (player == 'X' ? '*' : '@')) {
                if (row == 0 && column < 31)
                    return 'R';
                if (column == 31 && row < 15)
                    return 'D';
                if (row == 15 && column > 0)
                    return 'L';
                return 'U';
            }
    return 0;
}
