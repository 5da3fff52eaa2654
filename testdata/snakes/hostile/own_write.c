// expect: plays
// why: The host must not call the bot's write and read.

long write(int fd, const void *data, unsigned long size)
{
    __builtin_trap();
}
long read(int fd, void *data, unsigned long size)
{
    __builtin_trap();
}

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
