/* Memory on the stack. */
#ifndef BOUT_ALLOCA_H
#define BOUT_ALLOCA_H

#define alloca(n) __builtin_alloca(n)

#endif
