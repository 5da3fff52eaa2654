// expect: fault signal SIGFPE
// turn: 1
// why: A remainder by zero.

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    volatile int zero = 0;
    return "LRUD"[board[0][0] % zero];
}
