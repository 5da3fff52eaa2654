// expect: plays
// why: A literal that the code uses too.

const char *bot_name = "LRUD";

int bot(int board[16][32], char player)
{
    volatile int which = player == 'X';
    return "LRUD"[which];
}
