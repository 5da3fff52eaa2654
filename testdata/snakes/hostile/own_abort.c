// expect: plays
// why: The host must not call the bot's exits.

void abort(void)
{
    for (;;)
        ;
}
void __assert_fail(const char *text, const char *file, unsigned line, const char *function)
{
    for (;;)
        ;
}
void exit(int code)
{
    for (;;)
        ;
}
void _exit(int code)
{
    for (;;)
        ;
}

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
