// expect: refused S11
// message: _GLOBAL_OFFSET_TABLE_
// why: A table of the linker: addresses of the host.

extern const unsigned long _GLOBAL_OFFSET_TABLE_[];

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    if (_GLOBAL_OFFSET_TABLE_[0] == 5)
        return 'U';
    return player == 'X' ? 'R' : 'L';
}
