/* Types alone: none of the functions is there. */
#ifndef BOUT_SETJMP_H
#define BOUT_SETJMP_H

typedef long jmp_buf[8];

#endif
