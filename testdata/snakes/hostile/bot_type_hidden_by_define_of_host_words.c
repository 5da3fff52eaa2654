// expect: refused S10
// message: bot
// line: 12
// why: Macros with the names of keywords that a host may use in lines it appends; bot is of the wrong type.

#define _Static_assert(...) struct forged
#define _Generic(...) 1
#define extern static
#define __typeof__(...) int
const char *bot_name = "no checks";

long bot(int board[16][32], char player)
{
    return 'L';
}
