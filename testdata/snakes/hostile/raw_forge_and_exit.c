// expect: fault exit
// or: fault syscall
// or: fault signal SIGSEGV
// turn: 1
// why: Writes an answer where its caller's frame points to, and ends the process itself.

/* Where a function's eight-byte constant starts: after `endbr64`, if there is one, and the two bytes of `movabs`. */
#if defined(__CET__) && (__CET__ & 1)
#define INNER(function) ((char *) (function) + 6)
#else
#define INNER(function) ((char *) (function) + 2)
#endif

static __attribute__((noinline, used)) unsigned long code(void)   /* machine code: mov eax, 231; syscall; ret */
{
    return 0xc3050f000000e7b8ul;
}

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    long (*volatile run)(long, long, long, long, long, long) = (long (*)(long, long, long, long, long, long)) INNER(code);
    volatile long *place = __builtin_frame_address(0);
    volatile char own[64];
    for (int i = 0; i < 4; i++) {
        unsigned long there = place[2 + i];
        if (there > (unsigned long) own - 65536 && there < (unsigned long) own + 65536)
            *(volatile int *) there = 'L';
    }
    run(0, 0, 0, 0, 0, 0);
    return player == 'X' ? 'R' : 'L';
}
