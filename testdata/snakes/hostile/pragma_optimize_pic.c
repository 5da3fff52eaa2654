// expect: plays
// or: refused S10
// or: refused S11
// why: A pragma asks for position-independent code; the object may then need a table of addresses.
// unclear: compiled so, the object may need _GLOBAL_OFFSET_TABLE_

#pragma GCC optimize("PIC")
extern const int table[4];
const int table[4] = {1, 2, 3, 4};

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
