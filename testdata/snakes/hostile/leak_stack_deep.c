// expect: clean
// why: An array of nearly 8 MB: the far end of the stack keeps things too.

#define MARK 0x5eed1eaf0ddba11dul

static __attribute__((noinline)) int look(void)
{
    volatile unsigned long space[1000 * 1000];
    int found = 0;
    for (int i = 0; i < 1000 * 1000; i += 512)
        found += space[i] == MARK;
    return found > 2;
}

static __attribute__((noinline)) void leave(void)
{
    volatile unsigned long space[1000 * 1000];
    for (int i = 0; i < 1000 * 1000; i += 512)
        space[i] = MARK;
}

char *bot_name = "leak";

int bot(int board[16][32], char player)
{
    int found = look();
    leave();
    return found ? 'D' : 'U';
}
