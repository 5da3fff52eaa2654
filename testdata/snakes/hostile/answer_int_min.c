// expect: plays
// invalid: all
// why: The least int: a host must not index with it, and a mark of its own must not be taken for it.

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return -2147483647 - 1;
}
