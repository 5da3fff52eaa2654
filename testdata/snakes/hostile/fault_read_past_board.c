// expect: fault signal SIGSEGV
// turn: 1
// why: The first word after the board is not mapped.

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    volatile int *squares = (volatile int *) board;
    return squares[16 * 32];
}
