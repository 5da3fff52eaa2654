// expect: refused S10
// why: The resolver of an ifunc would run in the loader.

static int one(void)
{
    return 1;
}
static void *resolve(void)
{
    for (volatile int i = 0;; i++)
        ;
    return (void *) one;
}
__attribute__((ifunc("resolve"))) int number(void);
int use(void)
{
    return number();
}

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
