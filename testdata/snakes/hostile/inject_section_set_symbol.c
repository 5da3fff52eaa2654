// expect: refused S14
// or: refused S10
// or: refused S11
// why: A section name that needs the symbol system.
// unclear: assembly without the word asm: gcc copies this text into the assembler's input unchanged

__attribute__((section(".rodata\n\t.globl bot_secret\n\t.set bot_secret, system\n\t.section .rodata#"))) const int number = 1;

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
