// expect: refused S10
// or: refused S14
// why: A symbol that is no name.

static int strange(void) __attribute__((weakref("ra nd")));

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return strange() ? 'R' : 'L';
}
