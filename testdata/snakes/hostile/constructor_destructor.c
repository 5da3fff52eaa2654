// expect: refused S10
// why: A destructor would run when the host ends.

__attribute__((destructor)) static void after(void)
{
    for (volatile int i = 0;; i++)
        ;
}

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
