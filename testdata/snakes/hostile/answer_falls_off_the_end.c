// expect: plays
// why: No return statement: some answer, invalid or not, but no fault.

char *bot_name = "no return";

int bot(int board[16][32], char player)
{
    volatile int move = 'L';
    move++;
}
