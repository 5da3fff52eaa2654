/* Only types. There are no functions. */
#ifndef BOUT_LOCALE_H
#define BOUT_LOCALE_H

#define LC_ALL 6

#endif
