/* What musl's number scanner wants from stdio, for which there is no room in a bot. */
#ifndef BOUT_SHIM_STDIO_H
#define BOUT_SHIM_STDIO_H
#define EOF (-1)
#endif
