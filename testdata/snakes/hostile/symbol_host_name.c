// expect: refused S11
// message: bout_call
// why: A name that the host might have.

extern void bout_call(void);

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    bout_call();
    return player == 'X' ? 'R' : 'L';
}
