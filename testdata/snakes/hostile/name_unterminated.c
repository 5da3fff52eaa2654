// expect: refused S10
// or: plays
// why: A page full of letters with no end: a host that looks for the zero byte may run off the mapped constants.
// unclear: text without an end

static const char text[4096] __attribute__((aligned(4096), section(".rodata.zz"))) = {[0 ... 4095] = 'A'};
char *bot_name = (char *) text;

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
