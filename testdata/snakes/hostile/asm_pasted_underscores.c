// expect: refused S14
// message: asm
// line: 12
// why: The word is pasted together from two.

#define GLUE(a, b) a##b

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    GLUE(__as, m__)("nop");
    return player == 'X' ? 'R' : 'L';
}
