// expect: clean
// why: An array of 16 KiB that is not initialised.

#define MARK 0x5eed1eaf0ddba11dul

static __attribute__((noinline)) int look(void)
{
    volatile unsigned long space[2048];
    int found = 0;
    for (int i = 0; i < 2048; i += 1)
        found += space[i] == MARK;
    return found > 2;
}

static __attribute__((noinline)) void leave(void)
{
    volatile unsigned long space[2048];
    for (int i = 0; i < 2048; i += 1)
        space[i] = MARK;
}

char *bot_name = "leak";

int bot(int board[16][32], char player)
{
    int found = look();
    leave();
    return found ? 'D' : 'U';
}
