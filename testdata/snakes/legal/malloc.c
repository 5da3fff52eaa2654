// expect: plays
// why: malloc, calloc, realloc, aligned_alloc and free.

#include <stdlib.h>
#include <string.h>
#include <stdint.h>

char *bot_name = "malloc";

int bot(int board[16][32], char player)
{
    char *a = malloc(1000), *b = calloc(100, 10), *c = malloc(0), *d;
    memset(a, 7, 1000);
    d = realloc(a, 100000);
    int ok = d && b && d[999] == 7 && b[500] == 0 && ((uintptr_t) b & 15) == 0 && ((uintptr_t) d & 15) == 0;
    free(0);
    free(b);
    free(c);
    d = realloc(d, 10);
    ok &= d[9] == 7;
    free(d);
    d = realloc(0, 50);
    ok &= d != 0;
    free(d);
    char *e = malloc(5000);
    memset(e, 9, 5000);
    free(e);
    e = calloc(5000, 1);
    for (int i = 0; i < 5000; i++)
        ok &= e[i] == 0;
    void *f = aligned_alloc(256, 512);
    ok &= f && ((uintptr_t) f & 255) == 0;
    free(f);
    if (!ok)
        abort();
    return player == 'X' ? 'R' : 'L';
}
