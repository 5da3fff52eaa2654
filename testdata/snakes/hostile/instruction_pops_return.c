// expect: fault
// or: plays
// why: Takes its return address off the stack and returns once more, to whatever lies above.

/* Where a function's eight-byte constant starts: after `endbr64`, if there is one, and the two bytes of `movabs`. */
#if defined(__CET__) && (__CET__ & 1)
#define INNER(function) ((char *) (function) + 6)
#else
#define INNER(function) ((char *) (function) + 2)
#endif

static __attribute__((noinline, used)) unsigned long code(void)   /* machine code: pop rax; pop rax; pop rax; ret */
{
    return 0xccccccccc3585858ul;
}

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return ((int (*)(void)) INNER(code))();
}
