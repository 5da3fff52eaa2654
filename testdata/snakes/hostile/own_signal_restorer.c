// expect: plays
// why: The bot's own functions with the names of the signal machinery.

void __restore_rt(void)
{
    __builtin_trap();
}
int sigaction(int number, const void *action, void *old)
{
    return 0;
}
int kill(int process, int number)
{
    return 0;
}

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
