// expect: fault signal SIGSEGV
// turn: 1
// why: Writes to a constant table of pointers.

static const char *const texts[] = {"a", "b", "c"};

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    *(const char *volatile *) &texts[1] = "x";
    return player == 'X' ? 'R' : 'L';
}
