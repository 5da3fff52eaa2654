// expect: refused S10
// message: .mine
// why: A constant in a section that takes up no memory.

__attribute__((section(".mine,\"\",@progbits#"))) const int constant = 1;

char *bot_name = "section";

int bot(int board[16][32], char player)
{
    return constant ? 'R' : 'L';
}
