/* Only types. There are no functions. */
#ifndef BOUT_SETJMP_H
#define BOUT_SETJMP_H

typedef long jmp_buf[8];

#endif
