// expect: clean
// or: fault
// needs: rtm
// why: Inside transactions a fault is no signal: marks every page that can be written around the board, the code and the name.

#pragma GCC target("rtm")
#define MARK 0x5eed1eaf0ddba11dul

char *bot_name = "leak";

int bot(int board[16][32], char player)
{
    int found = 0;
    unsigned long starts[] = {(unsigned long) board & -4096ul, (unsigned long) __builtin_return_address(0) & -4096ul, (unsigned long) &bot_name & -4096ul};
    for (int s = 0; s < 3; s++)
        for (long i = -200; i < 200; i++) {
            volatile unsigned long *page = (volatile unsigned long *) (starts[s] + i * 4096);
            unsigned long seen = 0;
            if (__builtin_ia32_xbegin() == ~0u) {
                seen = page[509];
                page[509] = MARK;
                __builtin_ia32_xend();
            }
            found |= seen == MARK;
        }
    return found ? 'D' : 'U';
}
