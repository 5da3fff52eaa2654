// expect: refused S10
// why: A pointer put into .fini_array by hand.

static void after(void)
{
    for (volatile int i = 0;; i++)
        ;
}
__attribute__((section(".fini_array"), used)) static void (*const entry)(void) = after;

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
