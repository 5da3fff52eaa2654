// expect: clean
// why: The trap on division by zero, left on.

char *bot_name = "leak";

int bot(int board[16][32], char player)
{
    int found = (__builtin_ia32_stmxcsr() & 0x1f80) != 0x1f80;
    __builtin_ia32_ldmxcsr(0x1d80);
    return found ? 'D' : 'U';
}
