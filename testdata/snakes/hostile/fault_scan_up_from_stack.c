// expect: fault signal SIGSEGV
// or: fault time
// turn: 1
// why: Reads all that lies above its frame, to the end of the stack.

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    volatile unsigned char *place = __builtin_frame_address(0);
    while (*place != 0x100)
        place++;
    return player == 'X' ? 'R' : 'L';
}
