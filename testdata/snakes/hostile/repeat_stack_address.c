// expect: plays
// repeat: same
// why: The address of a local decides: random stack places would make matches differ.

char *bot_name = "repeat";

int bot(int board[16][32], char player)
{
    volatile int here = 0;
    return "LRUD"[(unsigned long) &here >> 12 & 3];
}
