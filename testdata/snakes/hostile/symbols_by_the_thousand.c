// expect: refused S11
// message: nobody0
// message: and 2018 more errors
// why: 2,048 names that nobody defines: thirty are said, and the number of the others.

#define PASTED(a, b) a##b
#define CALL(n) CALL_(n)
#define CALL_(n) sum += ({ extern int PASTED(nobody, n)(void); PASTED(nobody, n)(); });
#define N0 CALL(__COUNTER__)
#define N1 N0 N0
#define N2 N1 N1
#define N3 N2 N2
#define N4 N3 N3
#define N5 N4 N4
#define N6 N5 N5
#define N7 N6 N6
#define N8 N7 N7
#define N9 N8 N8
#define N10 N9 N9
#define N11 N10 N10

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    int sum = 0;
    N11
    return sum ? 'R' : 'L';
}
