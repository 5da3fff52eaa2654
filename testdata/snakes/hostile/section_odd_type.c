// expect: refused S10
// why: Constants in a section of notes.

__attribute__((section(".rodata.mine,\"a\",@note#"))) const int constant = 1;

char *bot_name = "section";

int bot(int board[16][32], char player)
{
    return constant ? 'R' : 'L';
}
