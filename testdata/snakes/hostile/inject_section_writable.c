// expect: refused S14
// or: refused S10
// why: A section name that makes a writable global.
// unclear: assembly without the word asm: gcc copies this text into the assembler's input unchanged

extern int calls;
__attribute__((section(".rodata\n\t.data\n\t.globl calls\ncalls:\n\t.long 0\n\t.section .rodata#"))) const int number = 1;

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
