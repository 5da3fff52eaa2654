// expect: refused S10
// or: refused S11
// message: calls
// why: A thread-local variable with a value (.tdata).

_Thread_local int calls = 7;

char *bot_name = "global";

int bot(int board[16][32], char player)
{
    calls++;
    return calls & 1 ? 'L' : 'R';
}
