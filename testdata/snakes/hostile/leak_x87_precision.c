// expect: clean
// why: The precision of long double, seen by plain arithmetic.

/* Where a function's eight-byte constant starts: after `endbr64`, if there is one, and the two bytes of `movabs`. */
#if defined(__CET__) && (__CET__ & 1)
#define INNER(function) ((char *) (function) + 6)
#else
#define INNER(function) ((char *) (function) + 2)
#endif

static __attribute__((noinline, used)) unsigned long write(void)   /* machine code: fldcw [rdi]; ret */
{
    return 0xccccccccccc32fd9ul;
}


char *bot_name = "leak";

int bot(int board[16][32], char player)
{
    volatile long double one = 1, small = 0x1p-60L;
    volatile long double sum = one + small;
    int found = sum == one;
    unsigned short control = 0x007f;
    ((void (*)(void *)) INNER(write))(&control);
    return found ? 'D' : 'U';
}
