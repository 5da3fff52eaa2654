// expect: refused S10
// why: A constructor would run before the first move, outside every limit.

__attribute__((constructor)) static void before(void)
{
    for (volatile int i = 0;; i++)
        ;
}

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
