// expect: fault
// turn: 1
// why: Returns with the board as its stack: what the host reads from there is the bot's choice of squares.

/* Where a function's eight-byte constant starts: after `endbr64`, if there is one, and the two bytes of `movabs`. */
#if defined(__CET__) && (__CET__ & 1)
#define INNER(function) ((char *) (function) + 6)
#else
#define INNER(function) ((char *) (function) + 2)
#endif

static __attribute__((noinline, used)) unsigned long code(void)   /* machine code: mov rsp, rdi; ret */
{
    return 0xccccccccc3fc8948ul;
}

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    void (*volatile run)(void *) = (void (*)(void *)) INNER(code);
    run(board);
    return player == 'X' ? 'R' : 'L';
}
