// expect: refused S10
// or: refused S14
// why: A symbol that is no name.

extern int strange(void) __attribute__((weakref("ra nd")));
static int other(void) __attribute__((alias("a b")));

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return strange() ? 'R' : 'L';
}
