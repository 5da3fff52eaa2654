// expect: fault signal SIGSEGV
// turn: 1
// why: Recursion without end.

static __attribute__((noinline)) int deeper(int board[16][32], int depth)
{
    volatile int here[64];
    here[depth & 63] = depth;
    return depth < 0 ? 0 : deeper(board, depth + 1) + here[depth & 63];
}

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return deeper(board, 1) & 1 ? 'L' : 'R';
}
