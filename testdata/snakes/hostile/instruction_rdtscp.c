// expect: refused S10
// message: rdtscp
// why: No compiler makes it of plain C, and it gives other values every time. (It is turned off as well.)

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    volatile unsigned long long now = ({ unsigned cpu; __builtin_ia32_rdtscp(&cpu); });
    return now & 1 ? 'L' : 'R';
}
