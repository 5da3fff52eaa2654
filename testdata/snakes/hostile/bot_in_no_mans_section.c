// expect: refused S10
// message: bot
// line: 10
// why: `bot` is a function by its declaration, but a macro makes the definition a table; the name must still be a function.

char *bot_name = "macro table";

extern const char table[4] __attribute__((alias("real_table")));
const char real_table[4] = {1, 2, 3, 4};
extern __typeof__(real_table) bot __attribute__((alias("real_table")));
