// expect: refused S10
// message: bot
// line: 9
// why: A macro turns `char` into `int`: a prototype appended to the source would be turned too, and would not see that the type is wrong.

const char *bot_name = "macro char";

#define char int
int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
