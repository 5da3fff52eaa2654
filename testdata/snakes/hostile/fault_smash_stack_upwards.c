// expect: fault signal SIGSEGV
// turn: 1
// why: Overwrites all that lies above its frame, the caller's included.

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    volatile long *place = __builtin_frame_address(0);
    for (;;)
        *place++ = 0x4141414141414141;
}
