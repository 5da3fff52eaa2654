// expect: fault signal SIGSEGV
// turn: 1
// why: The other time stamp counter is turned off with it.

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    volatile unsigned long long now = ({ unsigned cpu; __builtin_ia32_rdtscp(&cpu); });
    return now & 1 ? 'L' : 'R';
}
