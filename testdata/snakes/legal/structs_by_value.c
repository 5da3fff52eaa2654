// expect: plays
// why: Structs passed and returned by value.

#include <stdlib.h>
struct point { int row, column; };
struct pair { struct point from, to; double weight; };
struct mixed { char c; double d; float f; long l; struct point p; };
static __attribute__((noinline)) struct pair swap(struct pair p)
{
    return (struct pair) {.from = p.to, .to = p.from, .weight = -p.weight};
}
static __attribute__((noinline)) struct mixed change(struct mixed m, struct point p, float f)
{
    m.p = p;
    m.f += f;
    return m;
}

char *bot_name = "structs_by_value";

int bot(int board[16][32], char player)
{
    struct pair p = swap((struct pair) {{1, 2}, {3, 4}, 5});
    struct mixed m = change((struct mixed) {.c = 'x', .f = 1}, p.from, 2);
    if (p.from.row != 3 || p.to.column != 2 || p.weight != -5 || m.p.column != 4 || m.f != 3 || m.c != 'x')
        abort();
    return player == 'X' ? 'R' : 'L';
}
