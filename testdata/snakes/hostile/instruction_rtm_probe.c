// expect: plays
// or: fault state
// or: fault signal SIGILL
// or: refused S10
// or: refused S14
// needs: rtm
// why: Looks for writable memory inside transactions, which swallow the faults.
// unclear: no rule names it; harmless where nothing but the bot's own memory can be written

#pragma GCC target("rtm")

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    /* A fault inside a transaction ends the transaction, not the bot: this looks for memory that can be written, without a signal. */
    unsigned long near = (unsigned long) __builtin_return_address(0) & -4096ul;
    volatile int found = 0;
    for (int i = -64; i < 64; i++) {
        volatile long *page = (volatile long *) (near + i * 4096l);
        if (__builtin_ia32_xbegin() == ~0u) {
            page[511] = page[511];
            __builtin_ia32_xend();
            found++;
        }
    }
    volatile long *stack = (volatile long *) ((unsigned long) &found & -4096ul);
    for (int i = 0; i < 64; i++)
        if (__builtin_ia32_xbegin() == ~0u) {
            stack[i * 512] = stack[i * 512];
            __builtin_ia32_xend();
            found++;
        }
    return player == 'X' ? 'R' : 'L';
}
