// expect: fault signal SIGSEGV
// turn: 1
// why: The time stamp counter is turned off.

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    volatile unsigned long long now = __builtin_ia32_rdtsc();
    return now & 1 ? 'L' : 'R';
}
