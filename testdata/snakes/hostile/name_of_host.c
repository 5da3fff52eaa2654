// expect: refused S11
// or: refused S10
// message: _start
// why: It points to something that the linker or the host would provide.

extern char _start[];
char *bot_name = _start;

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
