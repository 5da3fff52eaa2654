/* Tests ctype.h. Prints its tables and the results of its functions. The output is compared with the output of this
 * program on the system's library. */
#define _GNU_SOURCE
#include <ctype.h>

#include "check.h"

static int is(int (*function)(int), int c)
{
    return function(c) != 0;
}

int main(void)
{
    for (int c = -128; c < 256; c++) {
        say_number((*__ctype_b_loc())[c]);
        say(" ");
        say_number((*__ctype_tolower_loc())[c]);
        say(" ");
        say_number((*__ctype_toupper_loc())[c]);
        say("\n");
    }
    for (int c = -1; c < 256; c++) {
        int (*functions[])(int) = {isalnum, isalpha, isblank, iscntrl, isdigit, isgraph, islower,
                                   isprint, ispunct, isspace, isupper, isxdigit, isascii};
        for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) say(is(functions[i], c) ? "1" : "0");
        say(" ");
        say_number((tolower)(c));
        say(" ");
        say_number((toupper)(c));
        say(" ");
        say_number((toascii)(c));
        say("\n");
        if (c >= 'A' && c <= 'Z') CHECK((_tolower)(c) == c + 32);
        if (c >= 'a' && c <= 'z') CHECK((_toupper)(c) == c - 32);
        CHECK(is(isalpha, c) == ((c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z')));
        CHECK(is(isdigit, c) == (c >= '0' && c <= '9'));
        CHECK(is(isspace, c) == (c == ' ' || (c >= '\t' && c <= '\r')));
        CHECK(is(isprint, c) == (c >= ' ' && c <= '~'));
    }
    return result();
}
