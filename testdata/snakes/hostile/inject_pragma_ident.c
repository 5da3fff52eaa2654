// expect: refused S14
// or: refused S10
// why: #sccs is the old spelling of #ident.
// unclear: assembly without the word asm: gcc copies this text into the assembler's input unchanged

_Pragma("GCC ident \"x\"")
#sccs "x\"\n\t.text\n\t.globl shell\nshell:\n\tsyscall\n\tret\n.ident \"y"

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
