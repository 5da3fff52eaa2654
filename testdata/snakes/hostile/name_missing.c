// expect: refused S10
// message: bot_name
// why: No `bot_name`.

/* no name */

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
