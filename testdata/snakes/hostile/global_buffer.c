// expect: refused S10
// message: buffer
// why: A big writable buffer.

static char buffer[1 << 20];

char *bot_name = "global";

int bot(int board[16][32], char player)
{
    buffer[board[0][0]]++;
    return buffer[42] ? 'L' : 'R';
}
