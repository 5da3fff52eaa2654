/* Bytes and texts (S11). */
#ifndef BOUT_STRING_H
#define BOUT_STRING_H

#include <stddef.h>
#include <strings.h>

void *memcpy(void *restrict to, const void *restrict from, size_t n);
void *memmove(void *to, const void *from, size_t n);
void *mempcpy(void *restrict to, const void *restrict from, size_t n);
void *memccpy(void *restrict to, const void *restrict from, int c, size_t n);
void *memset(void *to, int c, size_t n);
int memcmp(const void *a, const void *b, size_t n);
void *memchr(const void *s, int c, size_t n);
void *memrchr(const void *s, int c, size_t n);
void *rawmemchr(const void *s, int c);
void *memmem(const void *s, size_t n, const void *part, size_t length);
void explicit_bzero(void *to, size_t n);

size_t strlen(const char *s);
size_t strnlen(const char *s, size_t n);
char *strcpy(char *restrict to, const char *restrict from);
char *strncpy(char *restrict to, const char *restrict from, size_t n);
char *stpcpy(char *restrict to, const char *restrict from);
char *stpncpy(char *restrict to, const char *restrict from, size_t n);
size_t strlcpy(char *restrict to, const char *restrict from, size_t n);
char *strcat(char *restrict to, const char *restrict from);
char *strncat(char *restrict to, const char *restrict from, size_t n);
size_t strlcat(char *restrict to, const char *restrict from, size_t n);
int strcmp(const char *a, const char *b);
int strncmp(const char *a, const char *b, size_t n);
int strcoll(const char *a, const char *b);
size_t strxfrm(char *restrict to, const char *restrict from, size_t n);
int strverscmp(const char *a, const char *b);
char *strchr(const char *s, int c);
char *strrchr(const char *s, int c);
char *strchrnul(const char *s, int c);
char *strstr(const char *s, const char *part);
char *strcasestr(const char *s, const char *part);
size_t strspn(const char *s, const char *set);
size_t strcspn(const char *s, const char *set);
char *strpbrk(const char *s, const char *set);
char *strtok(char *restrict s, const char *restrict separators);
char *strtok_r(char *restrict s, const char *restrict separators, char **restrict next);
char *strsep(char **restrict s, const char *restrict separators);
char *strdup(const char *s);
char *strndup(const char *s, size_t n);
char *strerror(int error);

#endif
