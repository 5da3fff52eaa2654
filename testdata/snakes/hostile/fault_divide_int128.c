// expect: fault signal SIGFPE
// turn: 1
// why: A division by zero inside the compiler's support library.

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    volatile __int128 zero = 0, x = ((__int128) 1 << 100) + board[0][0];
    volatile __int128 result = x / zero;
    return result;
}
