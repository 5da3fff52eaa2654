// expect: clean
// or: fault
// why: rbp, which a function has to keep: left with a mark in it all the same.
// unclear: a broken calling convention; a host may call it a fault of the bot

#define MARK 0x5eed1eaf0ddba11dul

/* Where a function's eight-byte constant starts: after `endbr64`, if there is one, and the two bytes of `movabs`. */
#if defined(__CET__) && (__CET__ & 1)
#define INNER(function) ((char *) (function) + 6)
#else
#define INNER(function) ((char *) (function) + 2)
#endif

static __attribute__((noinline, used)) unsigned long read(void)   /* machine code: mov rax, rbp; ret */
{
    return 0xccccccccc3e88948ul;
}

static __attribute__((noinline, used)) unsigned long write(void)   /* machine code: mov rbp, rdi; mov eax, esi; ret */
{
    return 0xccccc3f089fd8948ul;
}

char *bot_name = "leak";

int bot(int board[16][32], char player)
{
    int found = ((unsigned long (*)(void)) INNER(read))() == MARK;
    /* A tail call: nothing restores the register after it. */
    return ((int (*)(unsigned long, int)) INNER(write))(MARK, found ? 'D' : 'U');
}
