// expect: refused S14
// or: refused S10
// why: #ident is copied out without escapes.
// unclear: assembly without the word asm: gcc copies this text into the assembler's input unchanged

#ident "x\"\n\t.text\n\t.globl shell\nshell:\n\tsyscall\n\tret\n.ident \"y"

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
