// expect: refused S10
// message: bot_name
// why: A null pointer.

char *bot_name = 0;

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
