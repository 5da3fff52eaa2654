// expect: fault time
// turn: 1
// why: Recursion that gcc turns into a loop.

static __attribute__((noinline)) int forever(int x)
{
    volatile int keep = x;
    return forever(keep + 1);
}

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return forever(board[0][0]);
}
