// expect: refused S11
// message: system
// why: system under another name, by weakref.

static int hidden(const char *) __attribute__((weakref("system")));

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    hidden("true");
    return player == 'X' ? 'R' : 'L';
}
