// expect: fault signal SIGSEGV
// turn: 1
// why: Calls machine code in a constant: constants are not code.

static const unsigned char code[] = {0xb8, 0x4c, 0, 0, 0, 0xc3};

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    const void *volatile keep = code;
    return ((int (*)(void)) keep)();
}
