// expect: refused S10
// message: calls
// why: A writable global.

int calls = 1;

char *bot_name = "global";

int bot(int board[16][32], char player)
{
    calls++;
    return calls & 1 ? 'L' : 'R';
}
