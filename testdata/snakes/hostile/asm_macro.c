// expect: refused S14
// message: asm
// line: 12
// why: The word is hidden in a macro.

#define HARMLESS __asm__("nop")

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    HARMLESS;
    return player == 'X' ? 'R' : 'L';
}
