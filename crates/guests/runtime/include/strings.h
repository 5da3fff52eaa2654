/* Bytes and texts, by older names (S11). */
#ifndef BOUT_STRINGS_H
#define BOUT_STRINGS_H

#include <stddef.h>

int bcmp(const void *a, const void *b, size_t n);
void bcopy(const void *from, void *to, size_t n);
void bzero(void *to, size_t n);
char *index(const char *s, int c);
char *rindex(const char *s, int c);
int ffs(int x);
int ffsl(long x);
int ffsll(long long x);
int strcasecmp(const char *a, const char *b);
int strncasecmp(const char *a, const char *b, size_t n);

#endif
