/* Types alone: none of the functions is there. */
#ifndef BOUT_SIGNAL_H
#define BOUT_SIGNAL_H

typedef int sig_atomic_t;

#endif
