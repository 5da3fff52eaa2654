// expect: refused S10
// message: bot_name
// why: Never initialised: null (and a tentative definition).

char *bot_name;

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
