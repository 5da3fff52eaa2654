// expect: refused S10
// why: Code in .fini runs when a program ends.

__attribute__((section(".fini"), used, noinline)) static void after(void)
{
    for (volatile int i = 0;; i++)
        ;
}

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
