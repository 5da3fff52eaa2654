// expect: fault signal SIGSEGV
// turn: 1
// why: Reads the kernel.

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return *(volatile int *) 0xffffffff81000000;
}
