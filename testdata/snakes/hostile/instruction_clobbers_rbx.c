// expect: plays
// or: fault
// why: Returns with rubbish in rbx, which a function has to keep: the host must not depend on it.
// unclear: the register ax holds whatever the host left in it, so the answer may be anything; the bot breaks the calling convention, and a fault blamed on it is right too

/* Where a function's eight-byte constant starts: after `endbr64`, if there is one, and the two bytes of `movabs`. */
#if defined(__CET__) && (__CET__ & 1)
#define INNER(function) ((char *) (function) + 6)
#else
#define INNER(function) ((char *) (function) + 2)
#endif

static __attribute__((noinline, used)) unsigned long code(void)   /* machine code: mov ebx, edi; ret */
{
    return 0xccccccccccc3fb89ul;
}

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    /* The jump is a tail call: nothing restores the register after it. rax still has to be set, so it returns what was asked of it. */
    return ((int (*)(long, long)) INNER(code))(0x1234567812345678, 0);
}
