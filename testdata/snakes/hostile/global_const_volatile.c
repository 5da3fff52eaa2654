// expect: refused S10
// or: plays
// message: calls
// why: gcc 12 puts a constant that is volatile into .data.
// unclear: the source says const, the object says writable; judged on the object it is refused, but a host that reads the symbol could make it read-only

const volatile int calls = 3;

char *bot_name = "global";

int bot(int board[16][32], char player)
{
    return calls & 1 ? 'L' : 'R';
}
