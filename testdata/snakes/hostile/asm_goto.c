// expect: refused S14
// message: asm
// line: 10
// why: The kind of assembly that jumps.

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    __asm__ goto ("" : : : : out);
out:
    return player == 'X' ? 'R' : 'L';
}
