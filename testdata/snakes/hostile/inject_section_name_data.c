// expect: refused S14
// or: refused S10
// why: The same on a constant.
// unclear: assembly without the word asm: gcc copies this text into the assembler's input unchanged

__attribute__((section(".rodata\n\t.text\n\t.globl shell\nshell:\n\tsyscall\n\tret\n\t.section .rodata#"))) const int number = 1;

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
