// expect: refused S10
// why: A section with an empty name.

__attribute__((section(""))) int calls = 1;

char *bot_name = "section";

int bot(int board[16][32], char player)
{
    calls++;
    return calls & 1 ? 'L' : 'R';
}
