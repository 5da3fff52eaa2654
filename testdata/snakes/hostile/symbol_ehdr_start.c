// expect: refused S11
// message: __ehdr_start
// why: A name that every linker provides: the start of the host's image.

extern const char __ehdr_start[];

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    if (__ehdr_start[4] != 2)
        return 'U';
    return player == 'X' ? 'R' : 'L';
}
