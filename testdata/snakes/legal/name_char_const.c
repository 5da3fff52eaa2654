// expect: plays
// why: char *const.

char *const bot_name = "char const";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
