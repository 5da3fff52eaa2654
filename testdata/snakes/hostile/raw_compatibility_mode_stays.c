// expect: fault
// turn: 1
// why: A far return into 32-bit mode, and nothing after that.

/* Where a function's eight-byte constant starts: after `endbr64`, if there is one, and the two bytes of `movabs`. */
#if defined(__CET__) && (__CET__ & 1)
#define INNER(function) ((char *) (function) + 6)
#else
#define INNER(function) ((char *) (function) + 2)
#endif

static __attribute__((noinline, used)) unsigned long go(void)   /* machine code: push 0x23; push rdi; retfq */
{
    return 0xcccccccb4857236aul;
}

static __attribute__((noinline, used)) unsigned long code(void)   /* machine code: nop; ud2 */
{
    return 0xcccccccccc0b0f90ul;
}

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    void (*volatile run)(void *) = (void (*)(void *)) INNER(go);
    run(INNER(code));
    return player == 'X' ? 'R' : 'L';
}
