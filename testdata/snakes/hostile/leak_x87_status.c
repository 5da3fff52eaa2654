// expect: clean
// why: The x87 status word remembers that a result was rounded.

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


char *bot_name = "leak";

int bot(int board[16][32], char player)
{
    unsigned short status = ((unsigned short (*)(void)) INNER(read))();
    int found = (status & 0x3f) != 0;
    volatile long double one = 1, three = 3, third = one / three;
    (void) third;
    return found ? 'D' : 'U';
}
