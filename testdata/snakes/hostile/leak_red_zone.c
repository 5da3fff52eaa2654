// expect: clean
// why: The 128 bytes below the stack pointer that a leaf function may use.

#define MARK 0x5eed1eaf0ddba11dul

static __attribute__((noinline)) int look(void)
{
    volatile unsigned long x[4];
    return x[0] == MARK && x[1] == MARK;
}

static __attribute__((noinline)) void leave(void)
{
    volatile unsigned long x[4];
    x[0] = x[1] = MARK;
}

char *bot_name = "leak";

int bot(int board[16][32], char player)
{
    int found = look();
    leave();
    return found ? 'D' : 'U';
}
