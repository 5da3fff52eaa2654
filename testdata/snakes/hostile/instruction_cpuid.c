// expect: fault signal SIGSEGV
// or: plays
// turn: 1
// why: CPUID tells which machine this is; it faults where the processor can be told to.
// unclear: not every processor can turn CPUID off

/* Where a function's eight-byte constant starts: after `endbr64`, if there is one, and the two bytes of `movabs`. */
#if defined(__CET__) && (__CET__ & 1)
#define INNER(function) ((char *) (function) + 6)
#else
#define INNER(function) ((char *) (function) + 2)
#endif

static __attribute__((noinline, used)) unsigned long code(void)   /* machine code: push rbx; cpuid; pop rbx; ret */
{
    return 0xccccccc35ba20f53ul;
}

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    long (*volatile run)(long, long, long, long) = (long (*)(long, long, long, long)) INNER(code);
    volatile long result = run(0, 0, 0, 0);
    return result & 1 ? 'L' : 'R';
}
