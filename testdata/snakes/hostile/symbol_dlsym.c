// expect: refused S11
// message: dlsym
// why: Would find any function by name.

extern void *dlsym(void *, const char *);

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    if (dlsym(0, "system"))
        return 'U';
    return player == 'X' ? 'R' : 'L';
}
