// expect: refused S10
// why: A constructor with a priority stands in a section of another name (.init_array.00101).

__attribute__((constructor(101))) static void before(void)
{
    for (volatile int i = 0;; i++)
        ;
}

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
