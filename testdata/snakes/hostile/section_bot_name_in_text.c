// expect: refused S10
// why: Two writable globals, one of them in a section called .text.something.

__attribute__((section(".text.name,\"awx\"#"))) char *bot_name2 = "x";
int calls;

char *bot_name = "section";

int bot(int board[16][32], char player)
{
    calls++;
    return calls & 1 ? 'L' : 'R';
}
