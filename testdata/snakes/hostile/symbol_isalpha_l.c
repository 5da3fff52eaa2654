// expect: refused S11
// message: newlocale
// why: Locales read files.

extern void *newlocale(int, const char *, void *);

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    void *locale = newlocale(1, "C", 0);
    if (!locale)
        return 'U';
    return player == 'X' ? 'R' : 'L';
}
