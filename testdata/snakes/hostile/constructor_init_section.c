// expect: refused S10
// why: Code in .init runs when a program starts.

__attribute__((section(".init"), used, noinline)) static void before(void)
{
    for (volatile int i = 0;; i++)
        ;
}

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
