/* Types alone: none of the functions is there. */
#ifndef BOUT_LOCALE_H
#define BOUT_LOCALE_H

#define LC_ALL 6

#endif
