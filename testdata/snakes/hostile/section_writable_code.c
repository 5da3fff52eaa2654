// expect: refused S10
// why: A section that is writable and executable.

__attribute__((section(".wx,\"awx\",@progbits#"))) int calls = 1;

char *bot_name = "section";

int bot(int board[16][32], char player)
{
    calls++;
    return calls & 1 ? 'L' : 'R';
}
