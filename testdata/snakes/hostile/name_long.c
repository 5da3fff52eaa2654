// expect: refused S10
// message: bot_name
// why: A number that happens to hold an address.
// unclear: the object cannot tell it from a char *; the rules ask for char * or const char *

long bot_name = (long) "a number";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
