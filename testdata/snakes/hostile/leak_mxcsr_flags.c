// expect: clean
// why: MXCSR remembers that a result was rounded: any honest bot leaves that.

char *bot_name = "leak";

int bot(int board[16][32], char player)
{
    int found = (__builtin_ia32_stmxcsr() & 0x3f) != 0;
    volatile double one = 1, three = 3, third = one / three;
    (void) third;
    return found ? 'D' : 'U';
}
