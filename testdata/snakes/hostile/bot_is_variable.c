// expect: refused S10
// message: bot
// line: 8
// why: `bot` is a variable, not a function.

char *bot_name = "variable";

int bot = 'L';
