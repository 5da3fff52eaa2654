// ;author The bout authors
// ;strategy Close rectangles of up to ten squares a side: always the one with most new squares for the steps it still takes.
//
// It looks at every rectangle on the board and counts the squares in it, and those on its border, that are
// not mine. A border square outside the board is a wall and costs nothing, so boxes at a wall or at the own
// territory come first. A box that is begun gets cheaper with each step, so it is finished. The enemy is not
// looked at.

#include <stdbool.h>
#include <stdlib.h>

char *bot_name = "boxer";

enum { ROWS = 16, COLS = 32, SMALLEST = 3, LARGEST = 10 };

// sum[r][c] is the number of squares above row r and left of column c that are not mine; with it the number in any
// rectangle is known at once.
struct sums { int sum[ROWS + 1][COLS + 1]; };

static int clamp(int x, int most) { return x < 0 ? 0 : x > most ? most : x; }

// Squares not mine in the rows top to bottom and columns left to right; what is off the board counts as mine.
static int missing(const struct sums *s, int top, int left, int bottom, int right) {
    top = clamp(top, ROWS);
    left = clamp(left, COLS);
    bottom = clamp(bottom + 1, ROWS);
    right = clamp(right + 1, COLS);
    return s->sum[bottom][right] - s->sum[top][right] - s->sum[bottom][left] + s->sum[top][left];
}

struct box { int top, left, bottom, right; };

static bool on_border(struct box b, int r, int c) {
    if (r < b.top || r > b.bottom || c < b.left || c > b.right) return false;
    return r == b.top || r == b.bottom || c == b.left || c == b.right;
}

// The nearest border square that is not mine.
static int nearest(bool mine[ROWS][COLS], struct box b, int row, int col, int *to_row, int *to_col) {
    int best = ROWS + COLS;
    for (int r = clamp(b.top, ROWS); r <= b.bottom && r < ROWS; r++)
        for (int c = clamp(b.left, COLS); c <= b.right && c < COLS; c++) {
            int d = abs(r - row) + abs(c - col);
            if (mine[r][c] || d >= best || !on_border(b, r, c)) continue;
            best = d;
            *to_row = r;
            *to_col = c;
        }
    return best;
}

int bot(int board[16][32], char player) {
    char me = player == 'X' ? '*' : '@', enemy = player == 'X' ? '@' : '*';
    bool mine[ROWS][COLS];
    struct sums s = { 0 };
    int row = 0, col = 0;
    for (int r = 0; r < ROWS; r++)
        for (int c = 0; c < COLS; c++) {
            mine[r][c] = board[r][c] == player || board[r][c] == me;
            s.sum[r + 1][c + 1] = s.sum[r][c + 1] + s.sum[r + 1][c] - s.sum[r][c] + !mine[r][c];
            if (board[r][c] == me) {
                row = r;
                col = c;
            }
        }

    // The best box. Its sides may lie one square off the board, where the walls are.
    double best = 0;
    int to_row = row, to_col = col;
    for (int top = -1; top < ROWS; top++)
        for (int left = -1; left < COLS; left++)
            for (int high = SMALLEST; high <= LARGEST && top + high <= ROWS + 1; high++)
                for (int wide = SMALLEST; wide <= LARGEST && left + wide <= COLS + 1; wide++) {
                    struct box b = { top, left, top + high - 1, left + wide - 1 };
                    int all = missing(&s, b.top, b.left, b.bottom, b.right);
                    int in = missing(&s, b.top + 1, b.left + 1, b.bottom - 1, b.right - 1);
                    int border = all - in, r = row, c = col;
                    if (border == 0 || (double)all / border <= best) continue; // cannot be the best
                    double v = (double)all / (border + nearest(mine, b, row, col, &r, &c) - 1);
                    if (v <= best) continue;
                    best = v;
                    to_row = r;
                    to_col = c;
                }

    // One step there, and not onto the enemy.
    char across = to_col > col ? 'R' : 'L', along = to_row > row ? 'D' : 'U';
    bool free_across = to_col != col && board[row][to_col > col ? col + 1 : col - 1] != enemy;
    bool free_along = to_row != row && board[to_row > row ? row + 1 : row - 1][col] != enemy;
    if (free_across && free_along) return abs(to_col - col) >= abs(to_row - row) ? across : along;
    if (free_across) return across;
    if (free_along) return along;
    return "LRUD"[rand() % 4]; // it stands in the way: go round it
}
