// What a probe says by its exit code.
#ifndef PROBES_H
#define PROBES_H

#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

enum {
    THROUGH = 0,
    STOPPED = 1,
    // The probe itself is broken: it wanted an argument, or memory.
    BROKEN = 3,
    // The kernel has no such thing.
    LACKING = 77,
};

// A failure says on standard error which one it was.
static inline int verdict(int is_through) {
    if (!is_through) fprintf(stderr, "%s\n", strerror(errno));
    return is_through ? THROUGH : STOPPED;
}

typedef int probe(char **arguments);

#endif
