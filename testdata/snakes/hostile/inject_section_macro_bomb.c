// expect: refused S14
// or: refused S10
// why: A section name that makes the assembler write a terabyte.
// unclear: assembly without the word asm: gcc copies this text into the assembler's input unchanged

__attribute__((section(".rodata\n\t.rept 1000000\n\t.rept 1000000\n\t.byte 1\n\t.endr\n\t.endr\n\t.section .rodata#"))) const int number = 1;

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
