// expect: clean
// why: The selector of gs.

/* Where a function's eight-byte constant starts: after `endbr64`, if there is one, and the two bytes of `movabs`. */
#if defined(__CET__) && (__CET__ & 1)
#define INNER(function) ((char *) (function) + 6)
#else
#define INNER(function) ((char *) (function) + 2)
#endif

static __attribute__((noinline, used)) unsigned long read_gs(void)   /* machine code: mov eax, gs; ret */
{
    return 0xccccccccccc3e88cul;
}

static __attribute__((noinline, used)) unsigned long write_gs(void)   /* machine code: mov gs, edi; ret */
{
    return 0xccccccccccc3ef8eul;
}


char *bot_name = "leak";

int bot(int board[16][32], char player)
{
    int found = ((int (*)(void)) INNER(read_gs))() == 0x2b;
    ((void (*)(int)) INNER(write_gs))(0x2b);
    return found ? 'D' : 'U';
}
