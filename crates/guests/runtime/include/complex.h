/* Names for the compiler's support of complex numbers. There are no functions. */
#ifndef BOUT_COMPLEX_H
#define BOUT_COMPLEX_H

#define complex _Complex
#define _Complex_I (__extension__ 1.0iF)
#define I _Complex_I

#endif
