// expect: plays
// why: A constant table of functions.

typedef int strategy(int board[16][32], char player);
static int left(int board[16][32], char player)
{
    return 'L';
}
static int right(int board[16][32], char player)
{
    return 'R';
}
static strategy *const strategies[] = {left, right};

char *bot_name = "table_of_functions";

int bot(int board[16][32], char player)
{
    volatile int which = player == 'X';
    return strategies[which](board, player);
}
