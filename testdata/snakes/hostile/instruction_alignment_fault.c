// expect: fault signal SIGBUS
// or: plays
// turn: 1
// why: Sets the alignment-check flag and reads from an odd address.

static __attribute__((noinline)) int look(const volatile int *place)
{
    return *place;
}

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    __builtin_ia32_writeeflags_u64(__builtin_ia32_readeflags_u64() | 0x40000);
    return look((const volatile int *) ((char *) board + 1)) ? 'L' : 'R';
}
