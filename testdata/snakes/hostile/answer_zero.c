// expect: plays
// invalid: all
// why: Not one of the four letters: a no-op, and counted.

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return 0;
}
