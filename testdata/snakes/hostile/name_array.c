// expect: refused S10
// message: bot_name
// why: An array, not a pointer: its first eight letters would be taken for an address.

char bot_name[] = "an array";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
