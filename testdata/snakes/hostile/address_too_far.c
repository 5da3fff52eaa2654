// expect: refused S10
// or: fault signal SIGSEGV
// why: An address that does not fit into an instruction: no linker could make a program of it.

extern const char near[];
const char near[4] = "abc";

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return near[0x7fffff000000] ? 'R' : 'L';
}
