// expect: plays
// why: Vectors of the compiler.

#include <stdlib.h>
typedef int v4 __attribute__((vector_size(16)));
typedef double v2 __attribute__((vector_size(16)));
typedef float v8 __attribute__((vector_size(32)));

char *bot_name = "vectors";

int bot(int board[16][32], char player)
{
    volatile v4 a = {1, 2, 3, 4};
    v4 b = a * a + (v4) {1, 1, 1, 1};
    v4 c = __builtin_shuffle(b, (v4) {3, 2, 1, 0});
    v2 d = {1.5, 2.5};
    d *= 2;
    v8 e = {1, 2, 3, 4, 5, 6, 7, 8};
    e += e;
    v4 mask = b > 5;
    if (c[0] != 17 || d[1] != 5 || e[7] != 16 || mask[0] != 0 || mask[3] != -1)
        abort();
    return player == 'X' ? 'R' : 'L';
}
