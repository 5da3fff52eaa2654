/* Functions that are declared only so that their use is refused by name: bots cannot use the system. */
#ifndef BOUT_UNISTD_H
#define BOUT_UNISTD_H

#include <stddef.h>

int getpid(void);
unsigned sleep(unsigned seconds);
int usleep(unsigned microseconds);
long read(int file, void *to, size_t n);
long write(int file, const void *from, size_t n);
_Noreturn void _exit(int status);

#endif
