// expect: plays
// invalid: all
// why: The greatest int.

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return 2147483647;
}
