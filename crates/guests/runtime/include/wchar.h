/* Only types. There are no functions. */
#ifndef BOUT_WCHAR_H
#define BOUT_WCHAR_H

#include <stddef.h>
#include <stdint.h>

typedef __WINT_TYPE__ wint_t;
#define WEOF ((wint_t)-1)

#endif
