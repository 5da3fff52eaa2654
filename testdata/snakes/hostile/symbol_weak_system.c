// expect: refused S11
// or: plays
// message: system
// why: A weak reference to a function of the system.
// unclear: a weak symbol is not "needed"; a host could resolve it to 0 and play

extern int system(const char *) __attribute__((weak));

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    if (system)
        system("true");
    return player == 'X' ? 'R' : 'L';
}
