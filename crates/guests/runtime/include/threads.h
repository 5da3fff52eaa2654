/* Only types. There are no functions. */
#ifndef BOUT_THREADS_H
#define BOUT_THREADS_H

#define thread_local _Thread_local

#endif
