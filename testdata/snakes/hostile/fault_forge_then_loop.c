// expect: fault time
// or: fault signal SIGSEGV
// turn: 1
// why: Writes an answer wherever its caller's frame points to, and then never returns.

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    volatile long *place = __builtin_frame_address(0);
    volatile char own[64];
    for (int i = 0; i < 8; i++) {
        unsigned long there = place[2 + i];
        if (there > (unsigned long) own - 65536 && there < (unsigned long) own + 65536)
            *(volatile int *) there = 'L';
    }
    for (;;)
        ;
}
