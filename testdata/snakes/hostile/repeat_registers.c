// expect: plays
// repeat: same
// why: What the registers hold at the start decides.

/* Where a function's eight-byte constant starts: after `endbr64`, if there is one, and the two bytes of `movabs`. */
#if defined(__CET__) && (__CET__ & 1)
#define INNER(function) ((char *) (function) + 6)
#else
#define INNER(function) ((char *) (function) + 2)
#endif

static __attribute__((noinline, used)) unsigned long read_r8(void)   /* machine code: mov rax, r8; ret */
{
    return 0xccccccccc3c0894cul;
}

static __attribute__((noinline, used)) unsigned long read_r9(void)   /* machine code: mov rax, r9; ret */
{
    return 0xccccccccc3c8894cul;
}

static __attribute__((noinline, used)) unsigned long read_r10(void)   /* machine code: mov rax, r10; ret */
{
    return 0xccccccccc3d0894cul;
}

static __attribute__((noinline, used)) unsigned long read_r11(void)   /* machine code: mov rax, r11; ret */
{
    return 0xccccccccc3d8894cul;
}

static __attribute__((noinline, used)) unsigned long read_rbx(void)   /* machine code: mov rax, rbx; ret */
{
    return 0xccccccccc3d88948ul;
}

static __attribute__((noinline, used)) unsigned long read_rbp(void)   /* machine code: mov rax, rbp; ret */
{
    return 0xccccccccc3e88948ul;
}

static __attribute__((noinline, used)) unsigned long read_r12(void)   /* machine code: mov rax, r12; ret */
{
    return 0xccccccccc3e0894cul;
}

static __attribute__((noinline, used)) unsigned long read_r15(void)   /* machine code: mov rax, r15; ret */
{
    return 0xccccccccc3f8894cul;
}


char *bot_name = "repeat";

int bot(int board[16][32], char player)
{
    unsigned long sum = ((unsigned long (*)(void)) INNER(read_r8))() + ((unsigned long (*)(void)) INNER(read_r9))() + ((unsigned long (*)(void)) INNER(read_r10))() + ((unsigned long (*)(void)) INNER(read_r11))() + ((unsigned long (*)(void)) INNER(read_rbx))() + ((unsigned long (*)(void)) INNER(read_rbp))() + ((unsigned long (*)(void)) INNER(read_r12))() + ((unsigned long (*)(void)) INNER(read_r15))();
    return "LRUD"[(sum ^ sum >> 12) & 3];
}
