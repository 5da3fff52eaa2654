// expect: refused S14
// or: refused S10
// or: fault signal SIGSEGV
// why: The assembly stands in a header of the compiler; it is no standard header.
// unclear: assembly in a header: refused, or CPUID faults in play

#include <cpuid.h>

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    unsigned a, b, c, d;
    if (!__get_cpuid(1, &a, &b, &c, &d))
        return 'U';
    return player == 'X' ? 'R' : 'L';
}
