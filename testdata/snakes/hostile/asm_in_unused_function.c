// expect: refused S14
// message: asm
// line: 8
// why: Assembly in a static function that nobody calls.

static inline void unused(void)
{
    asm("nop");
}

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
