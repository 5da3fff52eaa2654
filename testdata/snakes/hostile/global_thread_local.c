// expect: refused S10
// or: refused S11
// message: calls
// why: A thread-local variable (.tbss).

static __thread int calls;

char *bot_name = "global";

int bot(int board[16][32], char player)
{
    calls++;
    return calls & 1 ? 'L' : 'R';
}
