// expect: refused S10
// or: plays
// why: A million functions.
// unclear: a patient compiler manages it

#define D(m) m m m m m m m m m m
#define P2(n) int f##n(int x) { return x * n; }
#define P(n) P2(n)
D(D(D(D(D(D(P(__COUNTER__)))))))

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
