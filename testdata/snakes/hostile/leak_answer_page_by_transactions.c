// expect: refused S10
// why: Inside transactions a fault is no signal: looks at every page around the board, the code and the name, and then marks those that can be written.

#pragma GCC target("rtm")
#define MARK 0x5eed1eaf0ddba11dul

char *bot_name = "leak";

int bot(int board[16][32], char player)
{
    unsigned long starts[] = {(unsigned long) board & -4096ul, (unsigned long) __builtin_return_address(0) & -4096ul, (unsigned long) &bot_name & -4096ul};
    int found = 0;
    for (int pass = 0; pass < 2; pass++)
        for (int s = 0; s < 3; s++)
            for (long i = -200; i < 200; i++) {
                volatile unsigned long *page = (volatile unsigned long *) (starts[s] + i * 4096);
                unsigned long seen = 0;
                if (__builtin_ia32_xbegin() == ~0u) {
                    if (pass == 0)
                        seen = page[509];
                    else
                        page[509] = MARK;
                    __builtin_ia32_xend();
                }
                found |= seen == MARK;
            }
    return found ? 'D' : 'U';
}
