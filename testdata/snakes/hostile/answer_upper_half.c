// expect: plays
// answer: L
// why: The upper half of the register is full of other bits; an int is its lower half, a valid L.

static __attribute__((noinline)) unsigned long wide(void)
{
    return 0xdeadbeef00000000 | 'L';
}

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return ((int (*)(void)) wide)();
}
