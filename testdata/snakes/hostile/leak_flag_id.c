// expect: clean
// why: The flag that tells whether there is CPUID: one bit that nobody looks at.

char *bot_name = "leak";

int bot(int board[16][32], char player)
{
    unsigned long flags = __builtin_ia32_readeflags_u64();
    int found = (flags & 0x200000) != 0;
    __builtin_ia32_writeeflags_u64(flags | 0x200000);
    return found ? 'D' : 'U';
}
