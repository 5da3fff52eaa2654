/* Only types. There are no functions. */
#ifndef BOUT_SIGNAL_H
#define BOUT_SIGNAL_H

typedef int sig_atomic_t;

#endif
