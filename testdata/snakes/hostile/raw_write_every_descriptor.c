// expect: fault syscall
// turn: 1
// why: write to every descriptor from 3 to 63: a reply pipe among them could be forged.

/* Where a function's eight-byte constant starts: after `endbr64`, if there is one, and the two bytes of `movabs`. */
#if defined(__CET__) && (__CET__ & 1)
#define INNER(function) ((char *) (function) + 6)
#else
#define INNER(function) ((char *) (function) + 2)
#endif

static __attribute__((noinline, used)) unsigned long code(void)   /* machine code: mov eax, 1; syscall; ret */
{
    return 0xc3050f00000001b8ul;
}

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    long (*volatile run)(long, const void *, long) = (long (*)(long, const void *, long)) INNER(code);
    static const unsigned char reply[64] = {'L'};
    for (int descriptor = 3; descriptor < 64; descriptor++)
        run(descriptor, reply, 1);
    return player == 'X' ? 'R' : 'L';
}
