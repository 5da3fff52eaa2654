// expect: plays
// why: The same type, without the first size.

char *bot_name = "no size";

int bot(int board[][32], char p)
{
    return p == 'X' ? 'R' : 'L';
}
