// ;author The bout authors
// ;strategy Look for the shortest walk that would enclose the enemy where it stands now; if there is none, run towards it.
//
// It never thinks of its own territory or safety. A walk has up to three straight legs. The enemy will have
// moved on before the curve is closed, but then there is another walk.

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

char *bot_name = "hunter";

enum { ROWS = 16, COLS = 32 };

// ---- The toolbox: the board as sets of squares, and what a territory encloses.
//      These lines are the same in voronoi, raider, hunter, careful, planner, minimax and strategist.

// A set of squares: one number a row, one bit a square. So whole rows are handled at once.
struct set { uint32_t row[ROWS]; };

// All that a bot is told. Index 0 is this bot, index 1 the enemy.
struct game {
    struct set land[2]; // the territories, with the squares the bots stand on
    int row[2], col[2]; // where the bots are
};

// The four directions, clockwise: d + 1 is a turn to the right, d + 3 to the left (modulo 4).
static const char LETTER[4] = { 'R', 'D', 'L', 'U' };
static const int DOWN[4] = { 0, 1, 0, -1 };
static const int RIGHT[4] = { 1, 0, -1, 0 };

static bool on_board(int r, int c) { return r >= 0 && r < ROWS && c >= 0 && c < COLS; }
static bool has(const struct set *s, int r, int c) { return s->row[r] >> c & 1; }
static void add(struct set *s, int r, int c) { s->row[r] |= UINT32_C(1) << c; }

static struct game read_board(int board[16][32], char player) {
    char me = player == 'X' ? '*' : '@', enemy = player == 'X' ? '@' : '*';
    struct game g = { 0 };
    for (int r = 0; r < ROWS; r++)
        for (int c = 0; c < COLS; c++) {
            int s = board[r][c], who = s == me || s == player ? 0 : 1;
            if (s != '.') add(&g.land[who], r, c);
            if (s == me || s == enemy) {
                g.row[who] = r;
                g.col[who] = c;
            }
        }
    return g;
}

// The number of ones in x: first for each two bits, then for four, for eight, for all.
static int ones(uint32_t x) {
    x -= x >> 1 & 0x55555555;
    x = (x & 0x33333333) + (x >> 2 & 0x33333333);
    x = (x + (x >> 4)) & 0x0f0f0f0f;
    return x * 0x01010101 >> 24;
}

static int count(const struct set *s) {
    int n = 0;
    for (int r = 0; r < ROWS; r++) n += ones(s->row[r]);
    return n;
}

// All open squares of a row that hang together with those in x.
static uint32_t spread(uint32_t x, uint32_t open) {
    uint32_t y = x, free_x = open, free_y = open;
    for (int k = 1; k < COLS; k *= 2) { // after this, k times 2 squares to both sides
        x |= free_x & x << k;
        y |= free_y & y >> k;
        free_x &= free_x << k;
        free_y &= free_y >> k;
    }
    return x | y;
}

// The region of open squares around one square.
static struct set region(const struct set *open, int r, int c) {
    struct set s = { { 0 } };
    s.row[r] = spread(UINT32_C(1) << c, open->row[r]);
    for (bool grown = true; grown;) {
        grown = false;
        for (int k = 0; k < 2 * ROWS; k++) { // all rows downwards, then upwards
            int i = k < ROWS ? k : 2 * ROWS - 1 - k;
            uint32_t x = s.row[i];
            if (i > 0) x |= s.row[i - 1];
            if (i < ROWS - 1) x |= s.row[i + 1];
            x &= open->row[i];
            if (x == s.row[i]) continue;
            s.row[i] = spread(x, open->row[i]);
            grown = true;
        }
    }
    return s;
}

// The squares that a territory encloses: all regions of the other squares, except the largest.
static struct set enclosed(const struct set *land) {
    struct set all, rest, largest = { { 0 } };
    int most = 0;
    for (int r = 0; r < ROWS; r++) all.row[r] = rest.row[r] = ~land->row[r];
    for (int r = 0; r < ROWS; r++)
        while (rest.row[r]) {
            struct set s = region(&rest, r, __builtin_ctz(rest.row[r]));
            int n = count(&s);
            for (int i = 0; i < ROWS; i++) {
                rest.row[i] &= ~s.row[i];
                if (n > most) largest.row[i] = s.row[i];
                if (n == most) largest.row[i] |= s.row[i]; // ties stay open
            }
            if (n > most) most = n;
        }
    for (int r = 0; r < ROWS; r++) all.row[r] &= ~largest.row[r];
    return all;
}

// Can a step onto this square have closed a curve? Only if the squares around it that are not in the
// territory fall into two or more pieces. Mostly they do not, and `enclosed` need not be asked.
static bool may_close(const struct set *land, int r, int c) {
    int pieces = 0;
    for (int d = 0; d < 4; d++) {
        int e = (d + 1) % 4;
        int r1 = r + DOWN[d], c1 = c + RIGHT[d]; // a neighbour,
        int r2 = r + DOWN[e], c2 = c + RIGHT[e]; // the next one clockwise,
        int r3 = r1 + DOWN[e], c3 = c1 + RIGHT[e]; // and the corner between them
        if (!on_board(r1, c1) || has(land, r1, c1)) continue;
        if (on_board(r2, c2) && !has(land, r2, c2) && !has(land, r3, c3)) continue;
        pieces++; // a piece ends here
    }
    return pieces > 1;
}

// ---- End of the toolbox.

struct hunt {
    struct game game;
    int best; // the length of the shortest walk so far
    int move; // and its first step
};

struct walk {
    struct set land; // my territory with the squares walked on
    int row, col, steps, first;
};

static void leg(struct hunt *h, struct walk w, int d, int legs) {
    const struct game *g = &h->game;
    for (;;) {
        w.row += DOWN[d];
        w.col += RIGHT[d];
        if (!on_board(w.row, w.col) || (w.row == g->row[1] && w.col == g->col[1])) return;
        if (++w.steps >= h->best) return;
        if (!has(&w.land, w.row, w.col)) {
            add(&w.land, w.row, w.col);
            if (may_close(&w.land, w.row, w.col)) {
                struct set in = enclosed(&w.land);
                if (has(&in, g->row[1], g->col[1])) {
                    h->best = w.steps;
                    h->move = w.first;
                    return;
                }
            }
        }
        if (legs > 1) {
            leg(h, w, (d + 1) % 4, legs - 1);
            leg(h, w, (d + 3) % 4, legs - 1);
        }
    }
}

// One step towards the enemy, along the longer side.
static int approach(const struct game *g) {
    int down = g->row[1] - g->row[0], right = g->col[1] - g->col[0];
    if (abs(right) > abs(down)) return right > 0 ? 0 : 2;
    return down > 0 ? 1 : 3;
}

int bot(int board[16][32], char player) {
    struct hunt h = { .game = read_board(board, player), .best = 1000 };
    struct walk w = { .land = h.game.land[0], .row = h.game.row[0], .col = h.game.col[0] };
    h.move = approach(&h.game);
    for (int d = 0; d < 4; d++) {
        w.first = d;
        leg(&h, w, d, 3);
    }
    if (rand() % 24 == 0) h.move = rand() % 4; // now and then something else, or a chase in a circle has no end
    return LETTER[h.move];
}
