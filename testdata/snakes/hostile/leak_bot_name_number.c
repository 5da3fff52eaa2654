// expect: clean
// why: Any number can be kept in bot_name.

#define MARK 0x5eed1eaf0ddba11dul

char *bot_name = "leak";

int bot(int board[16][32], char player)
{
    int found = (unsigned long) bot_name == MARK;
    bot_name = (char *) MARK;
    return found ? 'D' : 'U';
}
