// expect: refused S10
// message: calls
// why: A weak writable global.

__attribute__((weak)) int calls;

char *bot_name = "global";

int bot(int board[16][32], char player)
{
    calls++;
    return calls & 1 ? 'L' : 'R';
}
