// expect: fault signal SIGSEGV
// turn: 1
// why: Writing what is there already is a write too.

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    ((volatile int *) board)[5] = '.';
    return player == 'X' ? 'R' : 'L';
}
