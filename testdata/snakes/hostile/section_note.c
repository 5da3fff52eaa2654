// expect: refused S10
// or: fault signal SIGSEGV
// why: A writable variable in a note, which a host may skip.
// unclear: a host that maps this section read-only needs no refusal: then the first write faults

__attribute__((section(".note.GNU-stack"))) int calls = 1;

char *bot_name = "section";

int bot(int board[16][32], char player)
{
    calls++;
    return calls & 1 ? 'L' : 'R';
}
