// expect: refused S11
// message: _end
// why: A name that every linker provides: the end of the host's data.

extern char _end[];

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    if (_end[0] == 5)
        return 'U';
    return player == 'X' ? 'R' : 'L';
}
