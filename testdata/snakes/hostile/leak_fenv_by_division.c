// expect: clean
// why: The flag for a division by zero, without any trick.

char *bot_name = "leak";

int bot(int board[16][32], char player)
{
    volatile float zero = 0, one = 1;
    int found = (__builtin_ia32_stmxcsr() & 4) != 0;
    volatile float x = one / zero;
    (void) x;
    return found ? 'D' : 'U';
}
