/* Tests strverscmp, which no standard defines. Prints its results for many pairs. They are compared with the results of
 * the system's library. */
#define _GNU_SOURCE
#include <string.h>

#include "check.h"

static void some_text(char *text)
{
    static const char set[] = "00012905a.";
    size_t length = below(7);
    for (size_t i = 0; i < length; i++) text[i] = set[below(sizeof set - 1)];
    text[length] = 0;
}

int main(void)
{
    for (int i = 0; i < 100000; i++) {
        char a[8], b[8];
        some_text(a);
        some_text(b);
        int order = strverscmp(a, b);
        say(order < 0 ? "<" : order > 0 ? ">" : "=");
        if (i % 100 == 99) say("\n");
        CHECK((strverscmp(b, a) < 0) == (order > 0));
    }
    return result();
}
