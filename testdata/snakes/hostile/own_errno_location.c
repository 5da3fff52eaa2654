// expect: plays
// why: The place of errno in read-only memory: the host must not ask the bot for its errno.

static const int five = 5;
int *__errno_location(void)
{
    return (int *) &five;
}
void *__tls_get_addr(void *x)
{
    __builtin_trap();
}

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
