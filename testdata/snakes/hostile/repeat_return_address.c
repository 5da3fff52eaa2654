// expect: plays
// repeat: same
// why: The address of the caller decides.

char *bot_name = "repeat";

int bot(int board[16][32], char player)
{
    return "LRUD"[(unsigned long) __builtin_return_address(0) >> 12 & 3];
}
