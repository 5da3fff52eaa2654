// ;author The bout authors
// ;strategy Cut pieces off the enemy's territory: of all walks of up to three straight legs, start the one that takes most enemy squares per step.
//
// Empty squares count little: let the enemy collect them first. While the enemy has nothing to lose this is a
// bad plan, and it takes no notice of the enemy, who may be near enough to cut off the raider itself.

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

char *bot_name = "raider";

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

struct raid {
    struct game game;
    double taste; // for the direction looked at now
    double best; // the value of the best walk so far
    int move;    // and its first step
};

struct walk {
    struct set land; // my territory with the squares walked on
    int row, col, steps, first;
    double loot;     // taken on the way
};

static const double EMPTY = 0.1, ENEMY = 1; // what a square is worth

static double loot(const struct set *s, const struct set *his) {
    double sum = 0;
    for (int r = 0; r < ROWS; r++)
        if (s->row[r]) sum += EMPTY * ones(s->row[r] & ~his->row[r]) + ENEMY * ones(s->row[r] & his->row[r]);
    return sum;
}

static void leg(struct raid *raid, struct walk w, int d, int legs) {
    const struct game *g = &raid->game;
    for (;;) {
        w.row += DOWN[d];
        w.col += RIGHT[d];
        if (!on_board(w.row, w.col) || (w.row == g->row[1] && w.col == g->col[1])) return;
        if (++w.steps > 30) return;
        if (!has(&w.land, w.row, w.col)) {
            add(&w.land, w.row, w.col);
            w.loot += has(&g->land[1], w.row, w.col) ? ENEMY : EMPTY;
            double more = 0;
            if (may_close(&w.land, w.row, w.col)) {
                struct set in = enclosed(&w.land);
                more = loot(&in, &g->land[1]);
            }
            double v = raid->taste * (w.loot + more) / w.steps;
            if (v > raid->best) {
                raid->best = v;
                raid->move = w.first;
            }
            if (more > 0) return;
        }
        if (legs > 1) {
            leg(raid, w, (d + 1) % 4, legs - 1);
            leg(raid, w, (d + 3) % 4, legs - 1);
        }
    }
}

int bot(int board[16][32], char player) {
    struct raid raid = { .game = read_board(board, player) };
    struct walk w = { .land = raid.game.land[0], .row = raid.game.row[0], .col = raid.game.col[0] };
    for (int d = 0; d < 4; d++) {
        w.first = d;
        raid.taste = 0.8 + rand() % 400 / 1000.0; // a little chance, or it may repeat the same few moves for ever
        leg(&raid, w, d, 3);
    }
    return LETTER[raid.move];
}
