// expect: refused S11
// message: mmap
// why: Asks the system for memory.

extern void *mmap(void *, unsigned long, int, int, int, long);

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    if (!mmap(0, 4096, 7, 0x22, -1, 0))
        return 'U';
    return player == 'X' ? 'R' : 'L';
}
