// expect: clean
// or: fault signal SIGSEGV
// why: The bytes behind bot_name, in the same writable page.

#define MARK 0x5eed1eaf0ddba11dul

char *bot_name = "leak";

int bot(int board[16][32], char player)
{
    volatile unsigned long *place = (volatile unsigned long *) &bot_name;
    int found = place[1] == MARK || place[2] == MARK;
    place[1] = place[2] = MARK;
    return found ? 'D' : 'U';
}
