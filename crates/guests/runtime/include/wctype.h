/* Only types. There are no functions. */
#ifndef BOUT_WCTYPE_H
#define BOUT_WCTYPE_H

#include <wchar.h>

typedef unsigned long wctype_t;
typedef const int *wctrans_t;

#endif
