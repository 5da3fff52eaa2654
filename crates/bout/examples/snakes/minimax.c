// ;author The bout authors
// ;strategy Alpha-beta search: the move after which the territory is largest some moves later, if both play as well as they can see.
//
// It deepens step by step until it has looked at some thousand positions, so it takes about the same time
// each move and its answers do not depend on the speed of the machine. It sees every trap a few moves away,
// and has no plans beyond that.

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

char *bot_name = "minimax";

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

// The most that chance adds to a move, where a square counts 10. Without it two bots may repeat the same few
// moves for ever, which does no harm to the one that is ahead.
static const int AHEAD = 5, BEHIND = 60;
enum { NODES = 2000, DEEPEST = 14, WIN = 1000000 };

// Makes a move of a player. Returns how many squares he gains (the enemy's count twice), WIN if the enemy is
// enclosed, and -1 if the move is not possible.
static int move(struct game *g, int who, int d) {
    int r = g->row[who] + DOWN[d], c = g->col[who] + RIGHT[d];
    struct set *mine = &g->land[who], *his = &g->land[!who];
    if (!on_board(r, c) || (r == g->row[!who] && c == g->col[!who])) return -1;
    g->row[who] = r;
    g->col[who] = c;
    if (has(mine, r, c)) return 0;

    int gain = has(his, r, c) ? 2 : 1;
    add(mine, r, c);
    his->row[r] &= ~mine->row[r];
    if (!may_close(mine, r, c)) return gain;
    struct set in = enclosed(mine);
    if (has(&in, g->row[!who], g->col[!who])) return WIN;
    for (int i = 0; i < ROWS; i++) {
        if (!in.row[i]) continue;
        gain += ones(in.row[i]) + ones(in.row[i] & his->row[i]);
        mine->row[i] |= in.row[i];
        his->row[i] &= ~in.row[i];
    }
    return gain;
}

// The squares of a row that player `who` can reach before the other one, in walking distance.
static uint32_t nearer(const struct game *g, int who, int row) {
    int mine = g->col[who], his = g->col[!who];
    int head_start = abs(row - g->row[!who]) - abs(row - g->row[who]); // in columns
    int apart = abs(mine - his);
    if (head_start > apart) return ~UINT32_C(0);
    if (head_start <= -apart) return 0;
    int border;
    if (mine < his) { // all columns left of the border
        border = (mine + his + head_start + 1) / 2;
        return border >= COLS ? ~UINT32_C(0) : (UINT32_C(1) << border) - 1;
    }
    border = (mine + his - head_start) / 2; // all right of it
    return border >= COLS - 1 ? 0 : ~UINT32_C(0) << (border + 1);
}

// How much better one player stands than the other one: the squares not yet his that he can reach first.
static int outlook(const struct game *g, int who) {
    int n = 0;
    for (int r = 0; r < ROWS; r++) {
        n += ones(nearer(g, who, r) & ~g->land[who].row[r]);
        n -= ones(nearer(g, !who, r) & ~g->land[!who].row[r]);
    }
    return n;
}

// How much the player `who`, to move, gains against the other one within `depth` moves; a square of territory counts
// 10, a better outlook at the end less. Exact if the result is between alpha and beta, else only a bound.
// *nodes counts down the positions looked at.
static int search(int *nodes, const struct game *g, int who, int depth, int alpha, int beta) {
    if (depth == 0 || *nodes <= 0) return outlook(g, who);
    --*nodes;
    int best = -2 * WIN;
    for (int old = 0; old <= 1; old++) // first the moves onto squares that are not mine: mostly better
        for (int d = 0; d < 4; d++) {
            int r = g->row[who] + DOWN[d], c = g->col[who] + RIGHT[d];
            if (!on_board(r, c) || has(&g->land[who], r, c) != old) continue;
            struct game next = *g;
            int gain = 10 * move(&next, who, d);
            if (gain < 0) continue;
            int v = WIN + depth; // the sooner the better
            if (gain < WIN) v = gain - search(nodes, &next, !who, depth - 1, gain - beta, gain - alpha);
            if (v > best) best = v;
            if (v > alpha) alpha = v;
            if (alpha >= beta) return best;
        }
    return best;
}

int bot(int board[16][32], char player) {
    struct game g = read_board(board, player);
    int nodes = NODES, answer = 0, bonus[4];
    int chance = count(&g.land[0]) > count(&g.land[1]) ? AHEAD : BEHIND;
    for (int d = 0; d < 4; d++) bonus[d] = rand() % chance;
    for (int depth = 2; depth <= DEEPEST; depth += 2) {
        int best = -100 * WIN, best_move = answer;
        for (int i = 0; i < 4; i++) {
            int d = (answer + i) % 4; // the best move so far first: then most others are soon refuted
            struct game next = g;
            int gain = 10 * move(&next, 0, d);
            if (gain < 0) continue;
            if (gain >= WIN) return LETTER[d];
            gain += bonus[d];
            int v = gain - search(&nodes, &next, 1, depth - 1, -2 * WIN, gain - best);
            if (v > best) {
                best = v;
                best_move = d;
            }
        }
        if (nodes <= 0) break; // this round is not complete
        answer = best_move;
    }
    return LETTER[answer];
}
