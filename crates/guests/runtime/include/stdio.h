/* Functions that are declared only so that their use is refused by name: a bot in a match prints nothing. */
#ifndef BOUT_STDIO_H
#define BOUT_STDIO_H

#include <stdarg.h>
#include <stddef.h>

#define EOF (-1)
#define BUFSIZ 8192

typedef struct bout_file FILE;
extern FILE *stdin, *stdout, *stderr;
#define stdin stdin
#define stdout stdout
#define stderr stderr

int printf(const char *restrict format, ...);
int fprintf(FILE *restrict file, const char *restrict format, ...);
int sprintf(char *restrict to, const char *restrict format, ...);
int snprintf(char *restrict to, size_t n, const char *restrict format, ...);
int vprintf(const char *restrict format, va_list values);
int vfprintf(FILE *restrict file, const char *restrict format, va_list values);
int vsnprintf(char *restrict to, size_t n, const char *restrict format, va_list values);
int scanf(const char *restrict format, ...);
int sscanf(const char *restrict text, const char *restrict format, ...);
int puts(const char *text);
int putchar(int c);
int putc(int c, FILE *file);
int fputs(const char *restrict text, FILE *restrict file);
int fputc(int c, FILE *file);
int fflush(FILE *file);
int getchar(void);
FILE *fopen(const char *restrict name, const char *restrict mode);
int fclose(FILE *file);
size_t fread(void *restrict to, size_t size, size_t count, FILE *restrict file);
size_t fwrite(const void *restrict from, size_t size, size_t count, FILE *restrict file);
void perror(const char *text);

#endif
