// expect: fault signal SIGSEGV
// or: fault
// turn: 1
// why: A negative alloca moves the stack pointer up, into what the caller keeps.

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    volatile long size = -4096 * 4;
    volatile char *space = __builtin_alloca(size);
    for (int i = 0; i < 16384 * 4; i++)
        space[i] = 0x41;
    return player == 'X' ? 'R' : 'L';
}
