// expect: plays
// why: Numbers whose bytes are those of a system call: a host that looks for them would refuse honest bots.

char *bot_name = "0f05";

static __attribute__((noinline)) unsigned long magic(unsigned long x)
{
    return x * 0x9e3779b90f050f05ul ^ 0xc3050f0000003cb8ul;
}

static const unsigned char bytes[] = {0x0f, 0x05, 0xcd, 0x80, 0x0f, 0x34, 0x0f, 0x31};

int bot(int board[16][32], char player)
{
    volatile unsigned long x = magic(board[0][0]) + bytes[board[0][1] & 7];
    return x ? (player == 'X' ? 'R' : 'L') : 'U';
}
