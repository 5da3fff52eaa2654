// expect: clean
// or: fault signal SIGSEGV
// why: The rest of the page that bot_name is in.

#define MARK 0x5eed1eaf0ddba11dul

char *bot_name = "leak";

int bot(int board[16][32], char player)
{
    volatile unsigned long *page = (volatile unsigned long *) ((unsigned long) &bot_name & -4096ul);
    int found = page[505] == MARK;
    page[505] = MARK;
    return found ? 'D' : 'U';
}
