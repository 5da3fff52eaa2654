// expect: plays
// why: Functions with any number of arguments.

#include <stdlib.h>
#include <stdarg.h>
static __attribute__((noinline)) double sum(int count, ...)
{
    va_list list, copy;
    va_start(list, count);
    va_copy(copy, list);
    double total = 0;
    for (int i = 0; i < count; i++)
        total += i % 2 ? va_arg(list, double) : va_arg(list, int);
    total += va_arg(copy, int);
    va_end(list);
    va_end(copy);
    return total;
}

char *bot_name = "varargs";

int bot(int board[16][32], char player)
{
    if (sum(4, 1, 2.5, 3, 4.5) != 12)
        abort();
    return player == 'X' ? 'R' : 'L';
}
