// expect: refused S11
// or: plays
// message: surprise
// why: A weak reference: nothing needs it, but it would bind to whatever the host has.
// unclear: a weak symbol is not "needed"; a host could resolve it to 0 and play

extern void surprise(void) __attribute__((weak));

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    if (surprise)
        surprise();
    return player == 'X' ? 'R' : 'L';
}
