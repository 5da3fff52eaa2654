// expect: refused S14
// or: refused S10
// why: A section name with line ends in it is assembly.
// unclear: assembly without the word asm: gcc copies this text into the assembler's input unchanged

__attribute__((section(".mine,\"ax\"\n\t.text\n\t.globl shell\nshell:\n\tsyscall\n\tret\n#"))) int number(void)
{
    return 1;
}

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
