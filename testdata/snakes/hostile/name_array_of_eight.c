// expect: refused S10
// message: bot_name
// why: An array of the size of a pointer.

const char bot_name[8] = "8 bytes";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
