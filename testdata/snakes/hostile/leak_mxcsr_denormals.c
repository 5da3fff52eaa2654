// expect: clean
// why: Small numbers become zero, left on.

char *bot_name = "leak";

int bot(int board[16][32], char player)
{
    volatile double small = 0x1p-1070, half = 0.5;
    volatile union { double number; unsigned long bits; } smaller;
    smaller.number = small * half;
    int found = smaller.bits == 0;
    __builtin_ia32_ldmxcsr(__builtin_ia32_stmxcsr() | 0x8040);
    return found ? 'D' : 'U';
}
