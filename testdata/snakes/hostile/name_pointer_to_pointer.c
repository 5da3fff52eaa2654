// expect: refused S10
// message: bot_name
// why: A pointer to a pointer.
// unclear: the object cannot tell it from a char *; the rules ask for char * or const char *

const char *const names[] = {"a", "b"};
const char *const *bot_name = names;

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
