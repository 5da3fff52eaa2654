// expect: plays
// repeat: same
// why: The lower bits of the address of a local.

char *bot_name = "repeat";

int bot(int board[16][32], char player)
{
    volatile int here = 0;
    return "LRUD"[(unsigned long) &here >> 4 & 3];
}
