// expect: clean
// why: The segment registers es and ds, which 64-bit code does not use.

/* Where a function's eight-byte constant starts: after `endbr64`, if there is one, and the two bytes of `movabs`. */
#if defined(__CET__) && (__CET__ & 1)
#define INNER(function) ((char *) (function) + 6)
#else
#define INNER(function) ((char *) (function) + 2)
#endif

static __attribute__((noinline, used)) unsigned long read_es(void)   /* machine code: mov eax, es; ret */
{
    return 0xccccccccccc3c08cul;
}

static __attribute__((noinline, used)) unsigned long read_ds(void)   /* machine code: mov eax, ds; ret */
{
    return 0xccccccccccc3d88cul;
}

static __attribute__((noinline, used)) unsigned long write_es(void)   /* machine code: mov es, edi; ret */
{
    return 0xccccccccccc3c78eul;
}

static __attribute__((noinline, used)) unsigned long write_ds(void)   /* machine code: mov ds, edi; ret */
{
    return 0xccccccccccc3df8eul;
}


char *bot_name = "leak";

int bot(int board[16][32], char player)
{
    int found = 0;
    found += ((int (*)(void)) INNER(read_es))() == 0x2b;
    found += ((int (*)(void)) INNER(read_ds))() == 0x2b;
    ((void (*)(int)) INNER(write_es))(0x2b);
    ((void (*)(int)) INNER(write_ds))(0x2b);
    return found ? 'D' : 'U';
}
