// expect: clean
// or: fault
// why: The direction flag, left on.
// unclear: a broken calling convention; a host may call it a fault of the bot

char *bot_name = "leak";

int bot(int board[16][32], char player)
{
    unsigned long flags = __builtin_ia32_readeflags_u64();
    int found = (flags & 0x400) != 0;
    __builtin_ia32_writeeflags_u64(flags | 0x400);
    return found ? 'D' : 'U';
}
