// expect: fault signal SIGFPE
// turn: 1
// why: Unmasks the floating-point exceptions, then divides by zero.

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    __builtin_ia32_ldmxcsr(0x1d80);
    volatile double zero = 0;
    volatile double result = 1 / zero;
    return result > 5 ? 'L' : 'R';
}
