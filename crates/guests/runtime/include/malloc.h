/* Memory (S11). */
#ifndef BOUT_MALLOC_H
#define BOUT_MALLOC_H

#include <stdlib.h>

void *memalign(size_t alignment, size_t n);
size_t malloc_usable_size(void *p);

#endif
