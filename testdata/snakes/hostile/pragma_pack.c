// expect: plays
// why: Pragmas that are left open at the end of the file.

#pragma pack(push, 1)
#pragma scalar_storage_order big-endian

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
