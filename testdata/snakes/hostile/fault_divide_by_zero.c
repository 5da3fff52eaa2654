// expect: fault signal SIGFPE
// turn: 1
// why: An integer division by zero.

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    volatile int zero = 0;
    volatile int result = board[0][0] / zero;
    return result;
}
