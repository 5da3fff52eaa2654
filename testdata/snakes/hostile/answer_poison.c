// expect: plays
// invalid: all
// why: A number that a host might use as its mark for "no answer".

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return (int) 0xdeadbeef;
}
