// expect: plays
// repeat: same
// why: What its caller's frame holds decides.

char *bot_name = "repeat";

int bot(int board[16][32], char player)
{
    unsigned long sum = 0;
    volatile unsigned long *place = __builtin_frame_address(0);
    for (int i = 1; i < 6 && ((unsigned long) (place + i) & 4095); i++)
        sum += place[i];
    return "LRUD"[(sum ^ sum >> 12) & 3];
}
