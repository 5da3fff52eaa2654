/* Only types. There are no functions. */
#ifndef BOUT_FENV_H
#define BOUT_FENV_H

typedef unsigned fenv_t;
typedef unsigned fexcept_t;
#define FE_TONEAREST 0

#endif
