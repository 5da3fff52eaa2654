// expect: refused S14
// or: refused S10
// or: refused S11
// why: The name in a weakref is copied out.
// unclear: assembly without the word asm: gcc copies this text into the assembler's input unchanged

static int hidden(void) __attribute__((weakref("strlen\n\t.text\n\t.globl shell\nshell:\n\tsyscall\n\tret\n#")));
int use(void)
{
    return hidden();
}

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
