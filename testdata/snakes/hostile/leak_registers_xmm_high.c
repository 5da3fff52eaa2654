// expect: clean
// why: xmm8, xmm11 and xmm15.

#define MARK 0x5eed1eaf0ddba11dul

/* Where a function's eight-byte constant starts: after `endbr64`, if there is one, and the two bytes of `movabs`. */
#if defined(__CET__) && (__CET__ & 1)
#define INNER(function) ((char *) (function) + 6)
#else
#define INNER(function) ((char *) (function) + 2)
#endif

static __attribute__((noinline, used)) unsigned long read0(void)   /* machine code: movq rax, xmm8; ret */
{
    return 0xccccc3c07e0f4c66ul;
}

static __attribute__((noinline, used)) unsigned long read1(void)   /* machine code: movq rax, xmm11; ret */
{
    return 0xccccc3d87e0f4c66ul;
}

static __attribute__((noinline, used)) unsigned long read2(void)   /* machine code: movq rax, xmm15; ret */
{
    return 0xccccc3f87e0f4c66ul;
}

static __attribute__((noinline, used)) unsigned long write0(void)   /* machine code: movq xmm8, rdi; ret */
{
    return 0xccccc3c76e0f4c66ul;
}

static __attribute__((noinline, used)) unsigned long write1(void)   /* machine code: movq xmm11, rdi; ret */
{
    return 0xccccc3df6e0f4c66ul;
}

static __attribute__((noinline, used)) unsigned long write2(void)   /* machine code: movq xmm15, rdi; ret */
{
    return 0xccccc3ff6e0f4c66ul;
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
