// expect: refused S10
// message: rdtsc
// why: No compiler makes it of plain C, and it gives other values every time. (It is turned off as well.)

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    volatile unsigned long long now = __builtin_ia32_rdtsc();
    return now & 1 ? 'L' : 'R';
}
