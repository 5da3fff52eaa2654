// expect: refused S10
// message: calls
// why: A common symbol, which is in no section at all.

__attribute__((common)) int calls;

char *bot_name = "global";

int bot(int board[16][32], char player)
{
    calls++;
    return calls & 1 ? 'L' : 'R';
}
