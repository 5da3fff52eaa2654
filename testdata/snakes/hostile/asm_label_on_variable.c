// expect: refused S14
// message: asm
// line: 6
// why: A label on a static variable.

static const int five asm("system") __attribute__((used)) = 5;

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
