// expect: plays
// repeat: same
// why: What lies before the board in its page decides: nothing of the host may be there.

char *bot_name = "repeat";

int bot(int board[16][32], char player)
{
    const volatile unsigned char *place = (const volatile unsigned char *) ((unsigned long) board & -4096ul);
    unsigned sum = 0;
    for (; place < (const volatile unsigned char *) board; place++)
        sum = sum * 31 + *place;
    return "LRUD"[sum & 3];
}
