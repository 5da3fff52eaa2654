// expect: clean
// why: mm3, which lies in the x87 registers: fninit does not clear it.

#define MARK 0x5eed1eaf0ddba11dul

/* Where a function's eight-byte constant starts: after `endbr64`, if there is one, and the two bytes of `movabs`. */
#if defined(__CET__) && (__CET__ & 1)
#define INNER(function) ((char *) (function) + 6)
#else
#define INNER(function) ((char *) (function) + 2)
#endif

static __attribute__((noinline, used)) unsigned long read0(void)   /* machine code: movq rax, mm3; ret */
{
    return 0xccccccc3d87e0f48ul;
}

static __attribute__((noinline, used)) unsigned long write0(void)   /* machine code: movq mm3, rdi; emms; ret */
{
    return 0xccc3770fdf6e0f48ul;
}



char *bot_name = "leak";

int bot(int board[16][32], char player)
{
    int found = 0;
    found += ((unsigned long (*)(void)) INNER(read0))() == MARK;
    ((void (*)(unsigned long)) INNER(write0))(MARK);
    return found ? 'D' : 'U';
}
