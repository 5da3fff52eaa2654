// expect: refused S10
// message: calls
// why: A static in a nested function.

/* none here */

char *bot_name = "global";

int bot(int board[16][32], char player)
{
    int count(void)
    {
        static int calls;
        return ++calls;
    }
    return count() & 1 ? 'L' : 'R';
}
