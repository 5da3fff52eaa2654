// expect: refused S10
// or: fault signal SIGSEGV
// why: A function in a section that is writable and executable: it could rewrite itself.
// unclear: a host that maps all code read-only needs no refusal: then the write faults

__attribute__((noinline, section(".wx,\"awx\",@progbits#"))) int step(int *counter)
{
    return ++*counter;
}

char *bot_name = "section";

int bot(int board[16][32], char player)
{
    *(volatile unsigned char *) step = 0xc3;
    return step(&(int) {0}) ? 'L' : 'R';
}
