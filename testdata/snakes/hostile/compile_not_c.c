// expect: refused S10
// message: algorithm
// line: 5
// why: This is C++, not C.
#include <algorithm>

char *bot_name = "plus plus";
int bot(int board[16][32], char player) { return std::max('L', 'R'); }
