// expect: fault signal SIGSEGV
// turn: 1
// why: An array larger than the stack.

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    volatile char space[9 << 20];
    for (int i = (9 << 20) - 1; i >= 0; i -= 4096)
        space[i] = 1;
    return space[42] ? 'L' : 'R';
}
