// expect: refused S10
// message: calls
// why: A writable global in .bss.

int calls = 0;

char *bot_name = "global";

int bot(int board[16][32], char player)
{
    calls++;
    return calls & 1 ? 'L' : 'R';
}
