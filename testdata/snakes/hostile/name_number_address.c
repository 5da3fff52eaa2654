// expect: refused S10
// message: bot_name
// why: It points to a fixed address that is not mapped: reading it would kill the host.

char *bot_name = (char *) 16;

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
