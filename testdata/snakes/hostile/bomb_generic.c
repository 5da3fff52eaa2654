// expect: refused S10
// why: Nested _Generic, which doubles its text eightfold and more at each level.

#define G(x) _Generic((x), int: (x), default: (x))
#define T(x) __builtin_choose_expr(1, G(x), G(x))
#define U(x) T(T(T(T(x))))

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return U(U('L'));
}
