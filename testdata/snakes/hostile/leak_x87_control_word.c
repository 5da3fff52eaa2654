// expect: clean
// why: Rounding and precision of long double.

/* Where a function's eight-byte constant starts: after `endbr64`, if there is one, and the two bytes of `movabs`. */
#if defined(__CET__) && (__CET__ & 1)
#define INNER(function) ((char *) (function) + 6)
#else
#define INNER(function) ((char *) (function) + 2)
#endif

static __attribute__((noinline, used)) unsigned long read(void)   /* machine code: fnstcw [rdi]; ret */
{
    return 0xccccccccccc33fd9ul;
}

static __attribute__((noinline, used)) unsigned long write(void)   /* machine code: fldcw [rdi]; ret */
{
    return 0xccccccccccc32fd9ul;
}


char *bot_name = "leak";

int bot(int board[16][32], char player)
{
    unsigned short control = 0;
    ((void (*)(void *)) INNER(read))(&control);
    int found = control == 0x0c7f;
    control = 0x0c7f;
    ((void (*)(void *)) INNER(write))(&control);
    return found ? 'D' : 'U';
}
