// expect: plays
// invalid: all
// why: Lower-case letters are invalid.

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'r' : 'l';
}
