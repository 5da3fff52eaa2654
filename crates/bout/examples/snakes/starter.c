// ;author The bout authors
// ;strategy Walk onto enemy squares, else empty ones, else towards the nearest of them; never into a wall.
//
// A bot to copy. Change the two lines above, the name and the function `score`, and you have your own.
//
// The rules for bots, in short:
// - One file of C (gnu11). Define `bot_name` and `bot`. No other global variables and no static ones that
//   can change; constants are fine. Every call starts anew: what you want to know, read it off the board.
// - The board may be read, not written. Make a copy if you want to try a move.
// - Use what is in string.h, ctype.h, math.h, stdint.h, limits.h, float.h, stddef.h, stdbool.h, assert.h and
//   errno.h, the types of inttypes.h, and from stdlib.h memory, qsort, bsearch, abs, div, strto..., ato...,
//   rand, srand and abort. No printf, no files, no time.
// - The host seeds `rand` before every call, from the seed of the match, so a match can be played again with
//   the same moves. Do not call srand(time(NULL)).
// - A crash, or more than 100 ms of processor time for one move, loses the match. 100 ms are long: this bot
//   needs a few microseconds.
//
// To see what it thinks, print under #ifdef BOUT_ASK. `bout ask` shows one board to a bot, and builds it with
// BOUT_ASK defined and with the whole C library. In a match nothing of that is there.

#include <stdbool.h>
#include <stdlib.h>
#ifdef BOUT_ASK
#include <stdio.h>
#endif

char *bot_name = "starter";

enum { ROWS = 16, COLS = 32 };

// What there is to know. A square is 'X' or 'O' for territory, '*' for player X, '@' for player O, '.' if
// empty; the squares that the players stand on are theirs as well.
struct game {
    int (*board)[COLS]; // board[row][column], row 0 at the top
    int row, col;       // where I am
    char land, me;      // my letters on the board
    char his_land, he;  // and the enemy's
};

static struct game look(int board[ROWS][COLS], char player) {
    struct game g = { board, 0, 0, 'X', '*', 'O', '@' };
    if (player == 'O') g = (struct game){ board, 0, 0, 'O', '@', 'X', '*' };
    for (int r = 0; r < ROWS; r++)
        for (int c = 0; c < COLS; c++)
            if (board[r][c] == g.me) {
                g.row = r;
                g.col = c;
            }
    return g;
}

static bool on_board(int r, int c) { return r >= 0 && r < ROWS && c >= 0 && c < COLS; }

static bool is_mine(const struct game *g, int r, int c) {
    return g->board[r][c] == g->land || g->board[r][c] == g->me;
}

// The number of steps from a square to the nearest one that is not mine.
static int way_to_go(const struct game *g, int row, int col) {
    int best = ROWS + COLS;
    for (int r = 0; r < ROWS; r++)
        for (int c = 0; c < COLS; c++) {
            int steps = abs(r - row) + abs(c - col);
            if (!is_mine(g, r, c) && g->board[r][c] != g->he && steps < best) best = steps;
        }
    return best;
}

// How good it is to step onto a square: the higher, the better.
static int score(const struct game *g, int r, int c) {
    if (!on_board(r, c)) return -1000;         // a wall: the move would do nothing
    if (g->board[r][c] == g->he) return -1000; // so would this
    int s = -10 * way_to_go(g, r, c);
    if (g->board[r][c] == g->his_land) s += 5; // one more for me and one less for the enemy
    return s + rand() % 4;                     // of equal moves, any
}

int bot(int board[16][32], char player) {
    struct game g = look(board, player);
    int value[4] = {
        score(&g, g.row, g.col - 1), // L
        score(&g, g.row, g.col + 1), // R
        score(&g, g.row - 1, g.col), // U
        score(&g, g.row + 1, g.col), // D
    };
    int best = 0;
    for (int i = 1; i < 4; i++)
        if (value[i] > value[best]) best = i;
#ifdef BOUT_ASK
    printf("%c at row %d, column %d: L %d, R %d, U %d, D %d\n", player, g.row, g.col, value[0], value[1], value[2],
           value[3]);
#endif
    return "LRUD"[best];
}
