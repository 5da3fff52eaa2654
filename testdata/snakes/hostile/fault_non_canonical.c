// expect: fault signal SIGSEGV
// turn: 1
// why: An address that no address space has: another kind of fault for the processor.

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    *(volatile int *) 0x8000000000000000 = 5;
    return player == 'X' ? 'R' : 'L';
}
