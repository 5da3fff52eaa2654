// expect: plays
// why: Poisoned names: a host that appends lines with them would fail.

#pragma GCC poison memcpy main write read exit

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
