/* Functions that are declared only so that their use is refused by name: there is no clock. */
#ifndef BOUT_TIME_H
#define BOUT_TIME_H

#include <stddef.h>

#define CLOCKS_PER_SEC 1000000L
#define CLOCK_REALTIME 0
#define CLOCK_MONOTONIC 1

typedef long long time_t;
typedef long clock_t;
struct timespec {
    time_t tv_sec;
    long tv_nsec;
};

time_t time(time_t *now);
clock_t clock(void);
double difftime(time_t end, time_t start);
int clock_gettime(int clock, struct timespec *now);

#endif
