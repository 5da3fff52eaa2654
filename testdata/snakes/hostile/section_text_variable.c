// expect: fault signal SIGSEGV
// or: refused S10
// why: A variable in the code: refused, or the write faults.
// unclear: bytes in the code are constants; the write must fault

__attribute__((section(".text.calls,\"ax\"#"))) int calls = 1;

char *bot_name = "section";

int bot(int board[16][32], char player)
{
    calls++;
    return calls & 1 ? 'L' : 'R';
}
