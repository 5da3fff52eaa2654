// expect: refused S14
// message: asm
// line: 6
// why: A global register variable: state between calls.

register long kept asm("rbx");

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    if (kept == 5)
        return 'U';
    kept = 5;
    return player == 'X' ? 'R' : 'L';
}
