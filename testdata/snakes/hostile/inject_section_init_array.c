// expect: refused S14
// or: refused S10
// why: A section name that makes a constructor.
// unclear: assembly without the word asm: gcc copies this text into the assembler's input unchanged

static void before(void)
{
    for (volatile int i = 0;; i++)
        ;
}
__attribute__((used, section(".rodata\n\t.section .init_array,\"aw\"\n\t.quad before\n\t.section .rodata#"))) const int number = 1;
void (*const keep)(void) = before;

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
