// expect: refused S10
// message: bot_name
// why: A static name is not visible to the host.

static char *bot_name __attribute__((used)) = "static";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
