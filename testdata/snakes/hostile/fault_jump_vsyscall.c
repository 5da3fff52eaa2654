// expect: fault syscall
// or: fault signal SIGSEGV
// turn: 1
// why: The vsyscall page is at a fixed address and would tell the time.

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    long now[2] = {0};
    long (*volatile clock)(long *, void *) = (long (*)(long *, void *)) 0xffffffffff600000;
    long result = clock(now, 0);
    return result == 0 && now[0] ? 'L' : 'R';
}
