// expect: refused S10
// or: plays
// why: A switch with a million cases.
// unclear: a patient compiler manages it

#define C2(n) case n * 1000: return (n) % 2 ? 'L' : 'R';
#define C(n) C2(n)
#define R4(m) m m m m
#define R(m) R4(R4(R4(R4(R4(R4(R4(R4(R4(R4(m))))))))))

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    switch (board[0][0]) {
    R(C(__COUNTER__))
    }
    return player == 'X' ? 'R' : 'L';
}
