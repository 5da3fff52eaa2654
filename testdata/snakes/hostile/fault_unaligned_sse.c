// expect: fault signal SIGSEGV
// turn: 1
// why: movaps from an odd address.

static const char space_[64] __attribute__((aligned(64)));
#define space ((char *) space_)

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    typedef float v4 __attribute__((vector_size(16)));
    char *volatile odd = space + 1;
    volatile v4 x = *(const v4 *) odd;
    return x[0] == 1 ? 'L' : 'R';
}
