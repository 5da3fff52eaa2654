// expect: fault time
// turn: 1
// why: A loop without end.

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    for (volatile int i = 0;; i++)
        ;
}
