// expect: fault signal SIGSEGV
// turn: 1
// why: Writes to an address that nobody has.

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    *(volatile int *) 0x123456789000 = 5;
    return player == 'X' ? 'R' : 'L';
}
