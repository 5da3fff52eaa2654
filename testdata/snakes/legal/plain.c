// expect: plays
// why: The least that a bot can be.

char *bot_name = "plain";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
