// expect: clean
// needs: avx512f
// why: zmm16, zmm23 and zmm31, which older code does not know.

#define MARK 0x5eed1eaf0ddba11dul

/* Where a function's eight-byte constant starts: after `endbr64`, if there is one, and the two bytes of `movabs`. */
#if defined(__CET__) && (__CET__ & 1)
#define INNER(function) ((char *) (function) + 6)
#else
#define INNER(function) ((char *) (function) + 2)
#endif

static __attribute__((noinline, used)) unsigned long read0(void)   /* machine code: vmovq rax, xmm16; ret */
{
    return 0xccc3c07e08fde162ul;
}

static __attribute__((noinline, used)) unsigned long read1(void)   /* machine code: vmovq rax, xmm23; ret */
{
    return 0xccc3f87e08fde162ul;
}

static __attribute__((noinline, used)) unsigned long read2(void)   /* machine code: vmovq rax, xmm31; ret */
{
    return 0xccc3f87e08fd6162ul;
}

static __attribute__((noinline, used)) unsigned long write0(void)   /* machine code: vmovq xmm16, rdi; ret */
{
    return 0xccc3c76e08fde162ul;
}

static __attribute__((noinline, used)) unsigned long write1(void)   /* machine code: vmovq xmm23, rdi; ret */
{
    return 0xccc3ff6e08fde162ul;
}

static __attribute__((noinline, used)) unsigned long write2(void)   /* machine code: vmovq xmm31, rdi; ret */
{
    return 0xccc3ff6e08fd6162ul;
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
