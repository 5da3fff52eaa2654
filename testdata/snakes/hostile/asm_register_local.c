// expect: refused S14
// message: asm
// line: 10
// why: A local register variable reads what a register held before.

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    register long kept asm("r12");
    if (kept == 5)
        return 'U';
    return player == 'X' ? 'R' : 'L';
}
