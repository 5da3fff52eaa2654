// expect: refused S14
// or: refused S10
// why: Constants that end within a longer writable section in which nothing has a name: bout's linker panicked.

__attribute__((section(".rodata.a,\"a\",@progbits\n\t.section .mine,\"aw\"\n\t.zero 9000\n\t.section .rodata.b,\"a\"#"))) const int constant = 1;

char *bot_name = "section";

int bot(int board[16][32], char player)
{
    return constant ? 'R' : 'L';
}
