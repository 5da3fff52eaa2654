// expect: clean
// why: The same, seen by plain arithmetic.

/* Where a function's eight-byte constant starts: after `endbr64`, if there is one, and the two bytes of `movabs`. */
#if defined(__CET__) && (__CET__ & 1)
#define INNER(function) ((char *) (function) + 6)
#else
#define INNER(function) ((char *) (function) + 2)
#endif

static __attribute__((noinline, used)) unsigned long write(void)   /* machine code: fld1; ret */
{
    return 0xccccccccccc3e8d9ul;
}


char *bot_name = "leak";

int bot(int board[16][32], char player)
{
    volatile long double one = board[0][0] * 0 + 1;
    volatile long double three = one + one + one;
    int found = three != 3;
    ((void (*)(void)) INNER(write))();
    ((void (*)(void)) INNER(write))();
    return found ? 'D' : 'U';
}
