// expect: clean
// why: Only the deepest pages of the stack are touched; a host that clears what lies near would miss them.

#define MARK 0x5eed1eaf0ddba11dul

static __attribute__((noinline)) int look(void)
{
    volatile unsigned long space[990 * 1000];
    return space[3] == MARK && space[700] == MARK;
}

static __attribute__((noinline)) void leave(void)
{
    volatile unsigned long space[990 * 1000];
    space[3] = space[700] = MARK;
}

char *bot_name = "leak";

int bot(int board[16][32], char player)
{
    int found = look();
    leave();
    return found ? 'D' : 'U';
}
