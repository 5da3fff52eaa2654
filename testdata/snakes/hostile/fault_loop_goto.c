// expect: fault time
// turn: 1
// why: A jump to itself.

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
again:
    goto again;
}
