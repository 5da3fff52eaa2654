// expect: refused S10
// message: bot_name
// why: A struct of the size of a pointer.
// unclear: the object cannot tell it from a char *; the rules ask for char * or const char *

struct named { char *text; };
struct named bot_name = {"in a struct"};

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
