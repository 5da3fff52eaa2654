// expect: fault signal SIGSEGV
// turn: 1
// why: Writes to a constant.

static const char text[] = "constant";

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    *(volatile char *) text = 'x';
    return player == 'X' ? 'R' : 'L';
}
