/* Tests that a bot that goes wrong ends as by `abort`. The second argument says what goes wrong. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

int main(int argc, char **argv)
{
    const char *way = argv[2];
    unsigned char *p = malloc(100), *after = malloc(100), *volatile q;
    if (strcmp(way, "abort") == 0) abort();
    if (strcmp(way, "assert") == 0) assert(argc < 0);
    if (strcmp(way, "free twice") == 0) {
        free(p);
        q = p;
        free(q);
    }
    if (strcmp(way, "free the last twice") == 0) {
        free(after);
        q = after;
        free(q);
    }
    if (strcmp(way, "free inside") == 0) {
        memset(p, 0, 100);
        q = p + 16;
        free(q);
    }
    if (strcmp(way, "free the unaligned") == 0) {
        q = p + 1;
        free(q);
    }
    if (strcmp(way, "free the stack") == 0) {
        unsigned char here[64];
        q = here;
        free(q);
    }
    if (strcmp(way, "realloc what is free") == 0) {
        free(p);
        q = p;
        q = realloc(q, 10);
    }
    if (strcmp(way, "well") == 0) return 0;
    return 1;
}
