// expect: fault syscall
// or: fault signal SIGSEGV
// turn: 1
// why: The second entry of the vsyscall page.

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    long (*volatile clock)(long *) = (long (*)(long *)) 0xffffffffff600400;
    long result = clock(0);
    return result > 0 ? 'L' : 'R';
}
