// expect: fault
// turn: 1
// why: Overwrites its return address and some of what lies above.

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    volatile long *place = __builtin_frame_address(0);
    for (int i = 0; i < 12; i++)
        place[i] = 0x4141414141414141;
    return player == 'X' ? 'R' : 'L';
}
