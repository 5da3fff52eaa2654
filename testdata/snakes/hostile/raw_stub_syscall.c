// expect: fault
// turn: 1
// why: Looks in its caller's code for a system call instruction and calls that with numbers of its own choice.

/* Where a function's eight-byte constant starts: after `endbr64`, if there is one, and the two bytes of `movabs`. */
#if defined(__CET__) && (__CET__ & 1)
#define INNER(function) ((char *) (function) + 6)
#else
#define INNER(function) ((char *) (function) + 2)
#endif

static __attribute__((noinline, used)) unsigned long code(void)   /* machine code: mov eax, 57; jmp rdi */
{
    return 0xcce7ff00000039b8ul;
}

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    const volatile unsigned char *place = __builtin_return_address(0);
    for (int i = 0; i < 4096; i++)
        if (place[i] == 0x0f && place[i + 1] == 0x05)
            ((void (*)(const volatile void *)) INNER(code))(place + i);
    *(volatile int *) 16 = 1;
    return player == 'X' ? 'R' : 'L';
}
