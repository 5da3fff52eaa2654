// expect: refused S10
// why: A pointer put into .ctors by hand (older than .init_array).

static void before(void)
{
    for (volatile int i = 0;; i++)
        ;
}
__attribute__((section(".ctors"), used)) static void (*const entry)(void) = before;

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
