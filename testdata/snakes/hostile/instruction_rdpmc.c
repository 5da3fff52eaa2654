// expect: fault signal SIGSEGV
// turn: 1
// why: The performance counters cannot be read.

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    volatile unsigned long long now = __builtin_ia32_rdpmc(0);
    return now & 1 ? 'L' : 'R';
}
