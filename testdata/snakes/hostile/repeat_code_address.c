// expect: plays
// repeat: same
// why: The address of its code decides.

char *bot_name = "repeat";

int bot(int board[16][32], char player)
{
    return "LRUD"[(unsigned long) bot >> 12 & 3];
}
