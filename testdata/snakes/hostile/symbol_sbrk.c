// expect: refused S11
// message: sbrk
// why: Asks the system for memory.

extern void *sbrk(long);

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    if (!sbrk(4096))
        return 'U';
    return player == 'X' ? 'R' : 'L';
}
