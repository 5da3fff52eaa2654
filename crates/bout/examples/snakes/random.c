// ;author The bout authors
// ;strategy Roll a die with four sides.
//
// The host seeds rand before every call, from the seed of the match: no srand is needed, and the same match
// can be played again. A random walk comes back all the time, so it often closes tiny curves, and hardly
// leaves its corner.

#include <stdlib.h>

char *bot_name = "random";

int bot(int board[16][32], char player) {
    (void)board;
    (void)player;
    return "LRUD"[rand() % 4];
}
