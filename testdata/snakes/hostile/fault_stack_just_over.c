// expect: fault signal SIGSEGV
// turn: 1
// why: An array exactly as large as the stack.

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    volatile char space[8 << 20];
    for (int i = (8 << 20) - 1; i >= 0; i -= 4096)
        space[i] = 1;
    space[0] = 1;
    return space[42] ? 'L' : 'R';
}
