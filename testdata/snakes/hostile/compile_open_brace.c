// expect: refused S10
// message: expected
// why: A brace left open would take in whatever a host may append to the source.

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}

static void rest(void)
{
