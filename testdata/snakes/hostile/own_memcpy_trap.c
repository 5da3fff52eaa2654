// expect: plays
// why: The host must not call the bot's memcpy, memmove and strlen.

void *memcpy(void *to, const void *from, unsigned long size)
{
    __builtin_trap();
}
void *memmove(void *to, const void *from, unsigned long size)
{
    __builtin_trap();
}
unsigned long strlen(const char *text)
{
    __builtin_trap();
}

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
