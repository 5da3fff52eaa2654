// expect: fault signal SIGSEGV
// turn: 1
// why: Writes through a null pointer.

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    volatile int *volatile nothing = 0;
    *nothing = 5;
    return player == 'X' ? 'R' : 'L';
}
