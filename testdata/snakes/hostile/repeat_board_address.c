// expect: plays
// repeat: same
// why: The address of the board decides.

char *bot_name = "repeat";

int bot(int board[16][32], char player)
{
    return "LRUD"[(unsigned long) board >> 12 & 3];
}
