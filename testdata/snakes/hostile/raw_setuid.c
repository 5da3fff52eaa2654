// expect: fault syscall
// turn: 1
// why: Becomes root again.

/* Where a function's eight-byte constant starts: after `endbr64`, if there is one, and the two bytes of `movabs`. */
#if defined(__CET__) && (__CET__ & 1)
#define INNER(function) ((char *) (function) + 6)
#else
#define INNER(function) ((char *) (function) + 2)
#endif

static __attribute__((noinline, used)) unsigned long code(void)   /* machine code: mov eax, 105; syscall; ret */
{
    return 0xc3050f00000069b8ul;
}

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    long (*volatile run)(long, long, long, long, long, long) = (long (*)(long, long, long, long, long, long)) INNER(code);
    volatile long result = run(0, 0, 0, 0, 0, 0);
    if (result == 12345)
        return 'U';
    return player == 'X' ? 'R' : 'L';
}
