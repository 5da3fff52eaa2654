/* In place of musl's `FILE`: the part of it that its number scanner (floatscan.c, intscan.c, shgetc.c) uses to read
 * from a string. */
#ifndef BOUT_SHIM_STDIO_IMPL_H
#define BOUT_SHIM_STDIO_IMPL_H

#include <features.h>
#include <stddef.h>
#include <stdint.h>
#include "stdio.h"

typedef int64_t off_t;

typedef struct {
    unsigned char *rpos, *rend, *shend, *buf;
    off_t shlim, shcnt;
} FILE;

/* Called at the end of a real file's buffer only: a string ends with its zero byte, which no number contains. */
static inline int __uflow(FILE *file)
{
    (void)file;
    return EOF;
}

#endif
