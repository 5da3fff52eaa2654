// expect: clean
// why: The x87 unit remembers the address of its last instruction.

/* Where a function's eight-byte constant starts: after `endbr64`, if there is one, and the two bytes of `movabs`. */
#if defined(__CET__) && (__CET__ & 1)
#define INNER(function) ((char *) (function) + 6)
#else
#define INNER(function) ((char *) (function) + 2)
#endif

static __attribute__((noinline, used)) unsigned long read(void)   /* machine code: fnstenv [rdi]; fldcw [rdi]; ret */
{
    return 0xccccccc32fd937d9ul;
}

static __attribute__((noinline, used)) unsigned long write(void)   /* machine code: fld1; fstp st(0); ret */
{
    return 0xccccccc3d8dde8d9ul;
}


char *bot_name = "leak";

int bot(int board[16][32], char player)
{
    unsigned environment[7] = {0};
    ((void (*)(void *)) INNER(read))(environment);
    unsigned long there = (unsigned long) INNER(write);
    int found = environment[3] >= (unsigned) there && environment[3] < (unsigned) there + 8;
    ((void (*)(void)) INNER(write))();
    return found ? 'D' : 'U';
}
