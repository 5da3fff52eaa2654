// expect: fault signal SIGBUS
// or: plays
// turn: 1
// why: Sets the alignment-check flag and reads from an odd address.

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    volatile char *space = (char *) board + 1;
    __builtin_ia32_writeeflags_u64(__builtin_ia32_readeflags_u64() | 0x40000);
    volatile int x = *(volatile int *) space;
    return x ? 'L' : 'R';
}
