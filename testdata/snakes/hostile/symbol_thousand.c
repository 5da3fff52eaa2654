// expect: refused S11
// message: f_
// why: A thousand unknown functions: the message must be shortened.

#define E2(n) { extern void f##n(void); f##n(); }
#define E(n) E2(n)
#define T2(p) E(p##0) E(p##1) E(p##2) E(p##3) E(p##4) E(p##5) E(p##6) E(p##7) E(p##8) E(p##9)
#define T3(p) T2(p##0) T2(p##1) T2(p##2) T2(p##3) T2(p##4) T2(p##5) T2(p##6) T2(p##7) T2(p##8) T2(p##9)
#define T4(p) T3(p##0) T3(p##1) T3(p##2) T3(p##3) T3(p##4) T3(p##5) T3(p##6) T3(p##7) T3(p##8) T3(p##9)

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    T4(_)
    return player == 'X' ? 'R' : 'L';
}
