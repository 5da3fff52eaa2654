// expect: clean
// why: The registers that a function may change: r8 to r11.

#define MARK 0x5eed1eaf0ddba11dul

/* Where a function's eight-byte constant starts: after `endbr64`, if there is one, and the two bytes of `movabs`. */
#if defined(__CET__) && (__CET__ & 1)
#define INNER(function) ((char *) (function) + 6)
#else
#define INNER(function) ((char *) (function) + 2)
#endif

static __attribute__((noinline, used)) unsigned long read0(void)   /* machine code: mov rax, r8; ret */
{
    return 0xccccccccc3c0894cul;
}

static __attribute__((noinline, used)) unsigned long read1(void)   /* machine code: mov rax, r9; ret */
{
    return 0xccccccccc3c8894cul;
}

static __attribute__((noinline, used)) unsigned long read2(void)   /* machine code: mov rax, r10; ret */
{
    return 0xccccccccc3d0894cul;
}

static __attribute__((noinline, used)) unsigned long read3(void)   /* machine code: mov rax, r11; ret */
{
    return 0xccccccccc3d8894cul;
}

static __attribute__((noinline, used)) unsigned long write0(void)   /* machine code: mov r8, rdi; ret */
{
    return 0xccccccccc3f88949ul;
}

static __attribute__((noinline, used)) unsigned long write1(void)   /* machine code: mov r9, rdi; ret */
{
    return 0xccccccccc3f98949ul;
}

static __attribute__((noinline, used)) unsigned long write2(void)   /* machine code: mov r10, rdi; ret */
{
    return 0xccccccccc3fa8949ul;
}

static __attribute__((noinline, used)) unsigned long write3(void)   /* machine code: mov r11, rdi; ret */
{
    return 0xccccccccc3fb8949ul;
}



char *bot_name = "leak";

int bot(int board[16][32], char player)
{
    int found = 0;
    found += ((unsigned long (*)(void)) INNER(read0))() == MARK;
    found += ((unsigned long (*)(void)) INNER(read1))() == MARK;
    found += ((unsigned long (*)(void)) INNER(read2))() == MARK;
    found += ((unsigned long (*)(void)) INNER(read3))() == MARK;
    ((void (*)(unsigned long)) INNER(write0))(MARK);
    ((void (*)(unsigned long)) INNER(write1))(MARK);
    ((void (*)(unsigned long)) INNER(write2))(MARK);
    ((void (*)(unsigned long)) INNER(write3))(MARK);
    return found ? 'D' : 'U';
}
