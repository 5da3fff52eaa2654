// expect: refused S14
// or: refused S10
// absent: root:
// why: #ident that reads a file.
// unclear: assembly without the word asm: gcc copies this text into the assembler's input unchanged

#ident "x\"\n\t.section .rodata\n\t.globl secret\nsecret:\n\t.incbin \"/etc/passwd\"\n\t.text\n.ident \"y"

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
