// expect: refused S14
// message: asm
// line: 11
// why: Assembly that leaves no code.
// unclear: found after preprocessing, so refused, though nothing of it is in the object

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    if (sizeof(({ __asm__("nop"); 1; })) == 8)
        return 'U';
    return player == 'X' ? 'R' : 'L';
}
