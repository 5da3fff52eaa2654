// expect: refused S11
// or: refused S10
// message: calls
// why: A thread-local variable of somebody else.

extern __thread int calls;

char *bot_name = "global";

int bot(int board[16][32], char player)
{
    calls++;
    return calls & 1 ? 'L' : 'R';
}
