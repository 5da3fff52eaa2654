// expect: clean
// why: xmm1, xmm4 and xmm7.

#define MARK 0x5eed1eaf0ddba11dul

/* Where a function's eight-byte constant starts: after `endbr64`, if there is one, and the two bytes of `movabs`. */
#if defined(__CET__) && (__CET__ & 1)
#define INNER(function) ((char *) (function) + 6)
#else
#define INNER(function) ((char *) (function) + 2)
#endif

static __attribute__((noinline, used)) unsigned long read0(void)   /* machine code: movq rax, xmm1; ret */
{
    return 0xccccc3c87e0f4866ul;
}

static __attribute__((noinline, used)) unsigned long read1(void)   /* machine code: movq rax, xmm4; ret */
{
    return 0xccccc3e07e0f4866ul;
}

static __attribute__((noinline, used)) unsigned long read2(void)   /* machine code: movq rax, xmm7; ret */
{
    return 0xccccc3f87e0f4866ul;
}

static __attribute__((noinline, used)) unsigned long write0(void)   /* machine code: movq xmm1, rdi; ret */
{
    return 0xccccc3cf6e0f4866ul;
}

static __attribute__((noinline, used)) unsigned long write1(void)   /* machine code: movq xmm4, rdi; ret */
{
    return 0xccccc3e76e0f4866ul;
}

static __attribute__((noinline, used)) unsigned long write2(void)   /* machine code: movq xmm7, rdi; ret */
{
    return 0xccccc3ff6e0f4866ul;
}



char *bot_name = "leak";

int bot(int board[16][32], char player)
{
    int found = 0;
    found += ((unsigned long (*)(void)) INNER(read0))() == MARK;
    found += ((unsigned long (*)(void)) INNER(read1))() == MARK;
    found += ((unsigned long (*)(void)) INNER(read2))() == MARK;
    ((void (*)(unsigned long)) INNER(write0))(MARK);
    ((void (*)(unsigned long)) INNER(write1))(MARK);
    ((void (*)(unsigned long)) INNER(write2))(MARK);
    return found ? 'D' : 'U';
}
