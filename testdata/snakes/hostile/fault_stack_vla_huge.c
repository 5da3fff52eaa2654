// expect: fault signal SIGSEGV
// turn: 1
// why: A variable-length array of a terabyte.

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    volatile unsigned long size = 1ul << 40;
    volatile char space[size];
    space[0] = 1;
    return player == 'X' ? 'R' : 'L';
}
