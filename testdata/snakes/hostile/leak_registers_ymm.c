// expect: clean
// needs: avx2
// why: The upper half of ymm5.

#define MARK 0x5eed1eaf0ddba11dul

/* Where a function's eight-byte constant starts: after `endbr64`, if there is one, and the two bytes of `movabs`. */
#if defined(__CET__) && (__CET__ & 1)
#define INNER(function) ((char *) (function) + 6)
#else
#define INNER(function) ((char *) (function) + 2)
#endif

static __attribute__((noinline, used)) unsigned long read0(void)   /* machine code: vextracti128 xmm0, ymm5, 1; ret */
{
    return 0xccc301e8397de3c4ul;
}

static __attribute__((noinline, used)) unsigned long read1(void)   /* machine code: vmovq rax, xmm0; ret */
{
    return 0xccccc3c07ef9e1c4ul;
}

static __attribute__((noinline, used)) unsigned long write0(void)   /* machine code: vmovq xmm0, rdi; ret */
{
    return 0xccccc3c76ef9e1c4ul;
}

static __attribute__((noinline, used)) unsigned long write1(void)   /* machine code: vinserti128 ymm5, ymm5, xmm0, 1; ret */
{
    return 0xccc301e83855e3c4ul;
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
