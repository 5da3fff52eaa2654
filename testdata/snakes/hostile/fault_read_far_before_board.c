// expect: fault signal SIGSEGV
// turn: 1
// why: Reads backwards from the board until there is nothing.

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    volatile int *squares = (volatile int *) board;
    for (long i = -1;; i--)
        if (squares[i] == 0x12345678)
            return 'U';
}
