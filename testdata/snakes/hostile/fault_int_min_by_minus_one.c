// expect: fault signal SIGFPE
// turn: 1
// why: The quotient does not fit.

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    volatile int least = -2147483647 - 1, minus = -1;
    volatile int result = least / minus;
    return result;
}
