// expect: fault time
// turn: 1
// why: Floating-point numbers that are slow to compute with.

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    volatile double x = 5e-324, sum = 0;
    for (;;)
        sum = sum * 0.9 + x / 3 * 2;
}
