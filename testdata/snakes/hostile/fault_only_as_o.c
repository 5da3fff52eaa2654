// expect: fault signal SIGSEGV
// turn: 1
// seat: O
// why: A fault in the second seat only: it must be blamed there.

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    if (player == 'O')
        *(volatile int *) 16 = 1;
    return player == 'X' ? 'R' : 'L';
}
