// expect: clean
// why: The upper half of xmm5.

#define MARK 0x5eed1eaf0ddba11dul

/* Where a function's eight-byte constant starts: after `endbr64`, if there is one, and the two bytes of `movabs`. */
#if defined(__CET__) && (__CET__ & 1)
#define INNER(function) ((char *) (function) + 6)
#else
#define INNER(function) ((char *) (function) + 2)
#endif

static __attribute__((noinline, used)) unsigned long read0(void)   /* machine code: movhlps xmm0, xmm5; ret */
{
    return 0xccccccccc3c5120ful;
}

static __attribute__((noinline, used)) unsigned long read1(void)   /* machine code: movq rax, xmm0; ret */
{
    return 0xccccc3c07e0f4866ul;
}

static __attribute__((noinline, used)) unsigned long write0(void)   /* machine code: movq xmm0, rdi; ret */
{
    return 0xccccc3c76e0f4866ul;
}

static __attribute__((noinline, used)) unsigned long write1(void)   /* machine code: movlhps xmm5, xmm0; ret */
{
    return 0xccccccccc3e8160ful;
}


char *bot_name = "leak";

int bot(int board[16][32], char player)
{
    ((void (*)(void)) INNER(read0))();
    int found = ((unsigned long (*)(void)) INNER(read1))() == MARK;
    ((void (*)(unsigned long)) INNER(write0))(MARK);
    ((void (*)(void)) INNER(write1))();
    return found ? 'D' : 'U';
}
