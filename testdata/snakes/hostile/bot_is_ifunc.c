// expect: refused S10
// message: bot
// why: `bot` itself is an ifunc: its resolver would run in the loader.

char *bot_name = "ifunc";

static int real(int board[16][32], char player)
{
    return 'L';
}

static void *resolve(void)
{
    return (void *) real;
}

int bot(int board[16][32], char player) __attribute__((ifunc("resolve")));
