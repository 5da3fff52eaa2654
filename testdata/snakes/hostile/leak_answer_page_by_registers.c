// expect: clean
// or: fault
// why: Marks the pages that its caller's registers and frame point to: the answer page, perhaps, which is shared and outlives a fork.

#define MARK 0x5eed1eaf0ddba11dul

/* Where a function's eight-byte constant starts: after `endbr64`, if there is one, and the two bytes of `movabs`. */
#if defined(__CET__) && (__CET__ & 1)
#define INNER(function) ((char *) (function) + 6)
#else
#define INNER(function) ((char *) (function) + 2)
#endif

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

static __attribute__((noinline, used)) unsigned long read_r13(void)   /* machine code: mov rax, r13; ret */
{
    return 0xccccccccc3e8894cul;
}

static __attribute__((noinline, used)) unsigned long read_r14(void)   /* machine code: mov rax, r14; ret */
{
    return 0xccccccccc3f0894cul;
}

static __attribute__((noinline, used)) unsigned long read_r15(void)   /* machine code: mov rax, r15; ret */
{
    return 0xccccccccc3f8894cul;
}

/* 1 if the page behind this address holds the mark; leaves the mark there. */
static __attribute__((noinline)) int try(unsigned long address)
{
    if (address < 0x10000 || address >= 0x7ffffffff000)
        return 0;
    volatile unsigned long *page = (volatile unsigned long *) (address & -4096ul);
    static const short places[] = {20, 300, 505, 510};
    int found = 0;
    for (int i = 0; i < 4; i++) {
        found |= page[places[i]] == MARK;
        page[places[i]] = MARK;
    }
    return found;
}

char *bot_name = "leak";

int bot(int board[16][32], char player)
{
    unsigned long found = 0;
    found |= try(((unsigned long (*)(void)) INNER(read_rbx))());
    found |= try(((unsigned long (*)(void)) INNER(read_rbp))());
    found |= try(((unsigned long (*)(void)) INNER(read_r12))());
    found |= try(((unsigned long (*)(void)) INNER(read_r13))());
    found |= try(((unsigned long (*)(void)) INNER(read_r14))());
    found |= try(((unsigned long (*)(void)) INNER(read_r15))());
    volatile unsigned long *frame = __builtin_frame_address(0);
    for (int i = 2; i < 12 && ((unsigned long) (frame + i) & 4095); i++)
        found |= try(frame[i]);
    return found ? 'D' : 'U';
}
