// expect: refused S10
// message: unknown_
// why: Ten thousand errors: the message must be shortened.

#define P2(n) unknown_##n = 1;
#define P(n) P2(n)
#define D(m) m m m m m m m m m m

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    D(D(D(D(P(__COUNTER__)))))
    return player == 'X' ? 'R' : 'L';
}
