// expect: clean
// why: Numbers left on the x87 stack: after eight of them every long double is NaN.

/* Where a function's eight-byte constant starts: after `endbr64`, if there is one, and the two bytes of `movabs`. */
#if defined(__CET__) && (__CET__ & 1)
#define INNER(function) ((char *) (function) + 6)
#else
#define INNER(function) ((char *) (function) + 2)
#endif

static __attribute__((noinline, used)) unsigned long read(void)   /* machine code: fnstsw ax; ret */
{
    return 0xccccccccccc3e0dful;
}

static __attribute__((noinline, used)) unsigned long write(void)   /* machine code: fld1; ret */
{
    return 0xccccccccccc3e8d9ul;
}


char *bot_name = "leak";

int bot(int board[16][32], char player)
{
    unsigned short status = ((unsigned short (*)(void)) INNER(read))();
    int found = (status >> 11 & 7) != 0;
    ((void (*)(void)) INNER(write))();
    return found ? 'D' : 'U';
}
