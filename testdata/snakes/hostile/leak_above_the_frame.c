// expect: clean
// or: fault
// why: The words above its own frame: unmapped, or the caller's, or left over.

#define MARK 0x5eed1eaf0ddba11dul

char *bot_name = "leak";

int bot(int board[16][32], char player)
{
    volatile unsigned long *place = __builtin_frame_address(0);
    int found = 0;
    for (int i = 8; i < 40; i++)
        found += place[i] == MARK + i;
    for (int i = 8; i < 40; i++)
        place[i] = MARK + i;
    found = found > 1;
    return found ? 'D' : 'U';
}
