// ;author The bout authors
// ;strategy Try all walks of up to three straight legs, and start the one that gains most squares per step and that the enemy cannot cross in time.
//
// Nothing is kept from move to move, and nothing needs to be: a loop that is half done has all its gain still
// before it and only half of its steps, so it looks even better than before. When the enemy comes near, the
// loop looks worse, and a shorter way home looks better.

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

char *bot_name = "planner";

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

static const int CAPTURE = 100; // squares that it is worth if the plan would enclose the enemy where it stands

struct planner {
    struct game game;
    double best; // the value of the best plan so far
    int move;    // and its first step
};

struct walk {
    struct set land; // my territory with the squares walked on
    int row, col;    // where the walk has come to
    int steps, first;
    int gain;        // squares painted on the way, the enemy's count twice
    int reach;       // the enemy's distance to the nearest of them
};

// What a plan is worth: its gain per step, and less if the enemy has the time to come in between.
static double value(int gain, const struct walk *w, double best) {
    double v = (double)gain / w->steps;
    int late = w->steps - w->reach; // the enemy makes one move less than we until the plan is done
    for (; late > 0 && v > best; late--) v *= 0.75;
    return v;
}

static void consider(struct planner *p, const struct walk *w, int gain) {
    double v = value(gain, w, p->best);
    if (v > p->best) {
        p->best = v;
        p->move = w->first;
    }
}

// The gain of a set of squares that becomes mine.
static int worth(const struct set *s, const struct set *his) {
    int n = 0;
    for (int r = 0; r < ROWS; r++)
        if (s->row[r]) n += ones(s->row[r]) + ones(s->row[r] & his->row[r]);
    return n;
}

// Continues the walk in direction d, and after each step considers to stop, to turn and to go on.
static void leg(struct planner *p, struct walk w, int d, int legs) {
    const struct game *g = &p->game;
    for (;;) {
        w.row += DOWN[d];
        w.col += RIGHT[d];
        if (!on_board(w.row, w.col) || (w.row == g->row[1] && w.col == g->col[1])) return;
        w.steps++;
        if (!has(&w.land, w.row, w.col)) {
            add(&w.land, w.row, w.col);
            w.gain += has(&g->land[1], w.row, w.col) ? 2 : 1;
            int distance = abs(w.row - g->row[1]) + abs(w.col - g->col[1]);
            if (distance < w.reach) w.reach = distance;
            consider(p, &w, w.gain);
            if (may_close(&w.land, w.row, w.col)) {
                struct set in = enclosed(&w.land);
                int more = worth(&in, &g->land[1]);
                if (has(&in, g->row[1], g->col[1])) more += w.steps == 1 ? 100000 : CAPTURE;
                consider(p, &w, w.gain + more);
                if (more > 0) return; // the curve is closed
            }
        }
        if (value(500 + CAPTURE, &w, p->best) <= p->best) return; // cannot get better
        if (legs > 1) {
            leg(p, w, (d + 1) % 4, legs - 1);
            leg(p, w, (d + 3) % 4, legs - 1);
        }
    }
}

int bot(int board[16][32], char player) {
    struct planner p = { .game = read_board(board, player), .best = -1 };
    struct walk w = { .land = p.game.land[0], .row = p.game.row[0], .col = p.game.col[0], .reach = 1000 };
    for (int d = 0; d < 4; d++) {
        w.first = d;
        leg(&p, w, d, 3);
    }
    return LETTER[p.move];
}
