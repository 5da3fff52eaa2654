// expect: clean
// why: Rounding upwards, left on.

char *bot_name = "leak";

int bot(int board[16][32], char player)
{
    volatile double one = 1, three = 3;
    volatile double third = one / three;
    int found = third != 0x1.5555555555555p-2;
    __builtin_ia32_ldmxcsr(__builtin_ia32_stmxcsr() | 0x4000);
    return found ? 'D' : 'U';
}
