// expect: plays
// invalid: all
// why: Another number that a host might use as its mark.

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return 0x55555555;
}
