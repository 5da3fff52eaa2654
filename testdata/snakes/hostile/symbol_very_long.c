// expect: refused S11
// message: aaaaaaaaaaaaaaaa
// why: A name of 65,536 letters: the message must be shortened.

#define C2(a, b) a##b
#define C(a, b) C2(a, b)
#define A0 aaaaaaaaaaaaaaaa
#define A1 C(A0, A0)
#define A2 C(A1, A1)
#define A3 C(A2, A2)
#define A4 C(A3, A3)
#define A5 C(A4, A4)
#define A6 C(A5, A5)
#define A7 C(A6, A6)
#define A8 C(A7, A7)
#define A9 C(A8, A8)
#define A10 C(A9, A9)
#define A11 C(A10, A10)
#define A12 C(A11, A11)
#define F A12
extern void F(void);

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    F();
    return player == 'X' ? 'R' : 'L';
}
