// expect: refused S10
// message: bot
// line: 8
// why: `bot` is a constant array of machine code, not a function.

char *bot_name = "array";

const unsigned char bot[] = {0xb8, 0x4c, 0, 0, 0, 0xc3};
