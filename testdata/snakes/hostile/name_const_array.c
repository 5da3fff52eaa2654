// expect: refused S10
// message: bot_name
// why: A constant array, not a pointer.

const char bot_name[] = "a constant array";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
