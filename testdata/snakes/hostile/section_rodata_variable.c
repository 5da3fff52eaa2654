// expect: fault signal SIGSEGV
// or: refused S10
// why: A writable variable among the constants: refused, or the write faults.
// unclear: the object cannot tell it from a constant; the write must fault

__attribute__((section(".rodata,\"a\"#"))) int calls = 1;

char *bot_name = "section";

int bot(int board[16][32], char player)
{
    calls++;
    return calls & 1 ? 'L' : 'R';
}
