// expect: fault signal SIGTRAP
// why: Wakes the host by the host's own system call, with the trap flag set, so that its process dies right after it: a fault, never a void match.

static __attribute__((noinline, used)) unsigned long code(void)   /* mov eax,edi; mov rsp,rcx; iretq */
{
    return 0xcccf48cc8948f889ul;
}

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    unsigned char *at = (unsigned char *) 0x10000000;
    /* mov $wake_byte, %esi; mov $1, %edx; syscall */
    while (!(at[0] == 0xbe && at[5] == 0xba && at[6] == 1 && at[10] == 0x0f && at[11] == 0x05))
        at++;
    unsigned wake = *(unsigned *) (at + 1);
    *(volatile long *) 0x0e200000 = 'U';
    unsigned long frame[5] = {(unsigned long) (at + 10), 0x33, 0x302, 0x1000000000ul - 4096, 0x2b};
    ((void (*)(long, long, long, void *)) ((char *) code + 2))(1, wake, 1, frame);
    return 'U';
}
