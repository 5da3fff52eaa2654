// expect: plays
// why: A pragma turns optimisation off.

#pragma GCC optimize("O0")

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
