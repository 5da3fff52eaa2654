// expect: fault signal SIGSEGV
// turn: 1
// why: A constant, written to through a cast: it is in read-only memory, so the write faults.

static const int calls = 5;

char *bot_name = "global";

int bot(int board[16][32], char player)
{
    *(volatile int *) &calls += 1;
    return calls & 1 ? 'L' : 'R';
}
