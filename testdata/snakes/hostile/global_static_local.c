// expect: refused S10
// message: calls
// why: A counter in a static local.

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    static int calls;
    calls++;
    return calls & 1 ? 'L' : 'R';
}
