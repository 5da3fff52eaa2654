// expect: plays
// why: A name by a constant expression.

char *bot_name = sizeof(long) == 8 ? "long is 8" : "long is 4";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
