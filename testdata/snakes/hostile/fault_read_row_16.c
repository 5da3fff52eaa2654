// expect: fault signal SIGSEGV
// turn: 1
// why: Looks down from the last row, everyone's first mistake.

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    volatile int row = 16;
    return board[row][0];
}
