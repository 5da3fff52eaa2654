// expect: refused S14
// or: refused S10
// why: The name of a symbol version is copied out.
// unclear: assembly without the word asm: gcc copies this text into the assembler's input unchanged

__attribute__((symver("number@@V1\n\t.text\n\t.globl shell\nshell:\n\tsyscall\n\tret\n#"))) int number(void)
{
    return 1;
}

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
