// expect: refused S10
// message: bot_name
// why: A number, of another size.

int bot_name = 5;

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
