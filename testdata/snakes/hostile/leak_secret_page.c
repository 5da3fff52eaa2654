// expect: fault signal SIGSEGV
// turn: 1
// why: The page of the host's own code in the fork server, at its fixed address: no child may have it.

#define COUNT (*(volatile long *) 0x0e300800)

char *bot_name = "leak";

int bot(int board[16][32], char player)
{
    long n = COUNT;
    COUNT = n + 1;
    return n >= 2 ? 'D' : 'U';
}
