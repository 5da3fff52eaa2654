// expect: plays
// why: The bot brings its own memcpy and memset, as a freestanding program does.

void *memcpy(void *to, const void *from, unsigned long size)
{
    volatile char *t = to;
    const volatile char *f = from;
    while (size--)
        *t++ = *f++;
    return to;
}
void *memset(void *to, int value, unsigned long size)
{
    volatile char *t = to;
    while (size--)
        *t++ = value;
    return to;
}

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    int copy[16][32];
    memcpy(copy, board, sizeof copy);
    return copy[0][0] == board[0][0] ? (player == 'X' ? 'R' : 'L') : 'U';
}
