// expect: fault signal SIGSEGV
// turn: 1
// why: Overwrites its own return address with zero.

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    ((void *volatile *) __builtin_frame_address(0))[1] = 0;
    return player == 'X' ? 'R' : 'L';
}
