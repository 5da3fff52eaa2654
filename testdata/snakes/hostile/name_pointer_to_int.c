// expect: refused S10
// message: bot_name
// why: A pointer to int, not to char.
// unclear: the object cannot tell it from a char *; the rules ask for char * or const char *

const int wide[] = {72, 105, 0};
const int *bot_name = wide;

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
