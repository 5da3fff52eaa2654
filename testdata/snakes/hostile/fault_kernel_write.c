// expect: fault signal SIGSEGV
// turn: 1
// why: Writes to the kernel.

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    *(volatile int *) 0xffffffff81000000 = 5;
    return player == 'X' ? 'R' : 'L';
}
