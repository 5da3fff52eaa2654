// expect: clean
// needs: avx512bw
// why: The mask registers k1 and k7.

#define MARK 0x5eed1eaf0ddba11dul

/* Where a function's eight-byte constant starts: after `endbr64`, if there is one, and the two bytes of `movabs`. */
#if defined(__CET__) && (__CET__ & 1)
#define INNER(function) ((char *) (function) + 6)
#else
#define INNER(function) ((char *) (function) + 2)
#endif

static __attribute__((noinline, used)) unsigned long read0(void)   /* machine code: kmovq rax, k1; ret */
{
    return 0xccccc3c193fbe1c4ul;
}

static __attribute__((noinline, used)) unsigned long read1(void)   /* machine code: kmovq rax, k7; ret */
{
    return 0xccccc3c793fbe1c4ul;
}

static __attribute__((noinline, used)) unsigned long write0(void)   /* machine code: kmovq k1, rdi; ret */
{
    return 0xccccc3cf92fbe1c4ul;
}

static __attribute__((noinline, used)) unsigned long write1(void)   /* machine code: kmovq k7, rdi; ret */
{
    return 0xccccc3ff92fbe1c4ul;
}



char *bot_name = "leak";

int bot(int board[16][32], char player)
{
    int found = 0;
    found += ((unsigned long (*)(void)) INNER(read0))() == MARK;
    found += ((unsigned long (*)(void)) INNER(read1))() == MARK;
    ((void (*)(unsigned long)) INNER(write0))(MARK);
    ((void (*)(unsigned long)) INNER(write1))(MARK);
    return found ? 'D' : 'U';
}
