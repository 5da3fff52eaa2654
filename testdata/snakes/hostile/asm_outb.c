// expect: refused S14
// or: refused S10
// or: fault signal SIGSEGV
// why: The assembly stands in a header of the system; the instruction is privileged.
// unclear: assembly in a header: refused, or the instruction faults in play

#include <sys/io.h>

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    outb(1, 0x70);
    return player == 'X' ? 'R' : 'L';
}
