// expect: clean
// why: Memory of alloca.

#define MARK 0x5eed1eaf0ddba11dul

static __attribute__((noinline)) int look(int size)
{
    volatile unsigned long *space = __builtin_alloca(size);
    return space[5] == MARK && space[100] == MARK;
}

static __attribute__((noinline)) void leave(int size)
{
    volatile unsigned long *space = __builtin_alloca(size);
    space[5] = space[100] = MARK;
}

char *bot_name = "leak";

int bot(int board[16][32], char player)
{
    int found = look(board[0][0] * 0 + 3000);
    leave(board[0][0] * 0 + 3000);
    return found ? 'D' : 'U';
}
