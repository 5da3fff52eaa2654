// expect: plays
// or: refused S11
// why: Complex numbers without functions of complex.h; products need the compiler's support library.
// unclear: complex.h is not in the list, but only the compiler's own helpers are used

#include <stdlib.h>
#include <complex.h>

char *bot_name = "complex_arithmetic";

int bot(int board[16][32], char player)
{
    volatile double complex z = 1 + 2 * I, w = 3 - I;
    volatile double complex product = z * w, quotient = product / w;
    if (__real__ product != 5 || __imag__ product != 5 || __real__ quotient < 0.999 || __imag__ quotient > 2.001)
        abort();
    return player == 'X' ? 'R' : 'L';
}
