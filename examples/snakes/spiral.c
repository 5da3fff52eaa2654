// ;author The bout authors
// ;strategy Spiral inwards, clockwise: always along the outermost ring of the board that is not yet all mine.
//
// A bot may keep nothing from one move to the next. This one needs no memory: which ring comes next can be
// seen on the board. An enemy who steps onto an outer ring again and again keeps it busy for ever.

#include <stdlib.h>

char *bot_name = "spiral";

enum { ROWS = 16, COLS = 32 };

static int min(int a, int b) { return a < b ? a : b; }

// The ring of a square: 0 at the walls, 7 in the middle.
static int ring_of(int r, int c) { return min(min(r, ROWS - 1 - r), min(c, COLS - 1 - c)); }

// One step clockwise on the ring k from a square of it.
static char clockwise(int r, int c, int k) {
    if (r == k && c < COLS - 1 - k) return 'R';
    if (c == COLS - 1 - k && r < ROWS - 1 - k) return 'D';
    if (r == ROWS - 1 - k && c > k) return 'L';
    return 'U';
}

int bot(int board[16][32], char player) {
    char me = player == 'X' ? '*' : '@';
    int row = 0, col = 0, ring = 7;
    for (int r = 0; r < ROWS; r++)
        for (int c = 0; c < COLS; c++) {
            if (board[r][c] == me) {
                row = r;
                col = c;
            } else if (board[r][c] != player) {
                ring = min(ring, ring_of(r, c));
            }
        }

    int here = ring_of(row, col);
    if (here == ring) return clockwise(row, col, ring);

    // On another ring: straight outwards to a nearer wall, or one ring further in.
    int vertical = min(row, ROWS - 1 - row) <= min(col, COLS - 1 - col); // the nearest wall is above or below
    int outwards = here > ring;
    if (vertical) return (row < ROWS / 2) == outwards ? 'U' : 'D';
    return (col < COLS / 2) == outwards ? 'L' : 'R';
}
