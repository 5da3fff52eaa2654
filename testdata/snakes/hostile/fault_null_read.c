// expect: fault signal SIGSEGV
// turn: 1
// why: Reads through a null pointer.

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    volatile int *nothing = 0;
    return *nothing;
}
