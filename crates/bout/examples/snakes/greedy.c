// ;author The bout authors
// ;strategy Try all four moves and take the one that gains most squares at once; else walk towards the nearest square that is not mine.
//
// A good start for a bot of your own: it has the rules in it (what a move encloses), and it looks only one
// move ahead. Ideas: look further. Prefer squares of the enemy, they count twice. Do not close every curve at
// once, the larger one pays more. Stay away from the enemy while a curve is open.

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

char *bot_name = "greedy";

enum { ROWS = 16, COLS = 32 };

// The four moves: their letter, and how they change row and column.
static const struct move { char letter; int down, right; } MOVES[4] = {
    { 'L', 0, -1 }, { 'R', 0, 1 }, { 'U', -1, 0 }, { 'D', 1, 0 },
};

static bool on_board(int r, int c) { return r >= 0 && r < ROWS && c >= 0 && c < COLS; }

// Gives all squares of the region around (r, c) the number n, and returns how many there are.
// Squares of mine are -1, squares without a number yet are 0.
static int number(int region[ROWS][COLS], int r, int c, int n) {
    if (!on_board(r, c) || region[r][c] != 0) return 0;
    region[r][c] = n;
    int size = 1;
    for (int d = 0; d < 4; d++)
        size += number(region, r + MOVES[d].down, c + MOVES[d].right, n);
    return size;
}

// How many squares my territory encloses: all regions of other squares, except the largest.
static int enclosed(bool mine[ROWS][COLS]) {
    int region[ROWS][COLS], n = 0, sum = 0, largest = 0, largest_ones = 0;
    for (int r = 0; r < ROWS; r++)
        for (int c = 0; c < COLS; c++)
            region[r][c] = mine[r][c] ? -1 : 0;
    for (int r = 0; r < ROWS; r++)
        for (int c = 0; c < COLS; c++) {
            int size = number(region, r, c, n + 1);
            if (size == 0) continue;
            n++;
            sum += size;
            if (size > largest) {
                largest = size;
                largest_ones = 0;
            }
            if (size == largest) largest_ones++; // regions that tie for the largest stay open
        }
    return sum - largest * largest_ones;
}

// The number of steps to the nearest square that is not mine.
static int distance(bool mine[ROWS][COLS], int row, int col) {
    int best = ROWS + COLS;
    for (int r = 0; r < ROWS; r++)
        for (int c = 0; c < COLS; c++) {
            int d = abs(r - row) + abs(c - col);
            if (!mine[r][c] && d < best) best = d;
        }
    return best;
}

int bot(int board[16][32], char player) {
    char me = player == 'X' ? '*' : '@', enemy = player == 'X' ? '@' : '*';
    bool mine[ROWS][COLS];
    int row = 0, col = 0;
    for (int r = 0; r < ROWS; r++)
        for (int c = 0; c < COLS; c++) {
            mine[r][c] = board[r][c] == player || board[r][c] == me;
            if (board[r][c] == me) {
                row = r;
                col = c;
            }
        }

    int best = -1000, ties = 0;
    char answer = 'L';
    for (int d = 0; d < 4; d++) {
        int r = row + MOVES[d].down, c = col + MOVES[d].right;
        if (!on_board(r, c) || board[r][c] == enemy) continue; // these moves do nothing

        bool after[ROWS][COLS];
        memcpy(after, mine, sizeof mine);
        after[r][c] = true;
        int gain = (mine[r][c] ? 0 : 1) + enclosed(after);
        int value = 100 * gain - distance(after, r, c);

        // Of equal moves take any. rand is seeded by the host before each call: no srand.
        if (value > best) ties = 0;
        if (value >= best && rand() % ++ties == 0) {
            best = value;
            answer = MOVES[d].letter;
        }
    }
    return answer;
}
