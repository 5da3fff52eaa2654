// expect: refused S10
// why: A pointer put into .preinit_array by hand.

static void before(void)
{
    for (volatile int i = 0;; i++)
        ;
}
__attribute__((section(".preinit_array"), used)) static void (*const entry)(void) = before;

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
