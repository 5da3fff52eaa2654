// ;author The bout authors
// ;strategy Spiral inwards, clockwise, but only along every second ring of the board: a closed ring encloses the one outside it.
//
// Ring 0 is along the walls and ring 7 in the middle. A round on ring 1 takes 84 moves and brings 176
// squares, because ring 0 then lies between the curve and the walls, and is smaller than the inside. A bot
// may keep nothing from one move to the next, and this one needs no memory: which ring is next can be seen on
// the board. An enemy who steps onto an outer ring again and again keeps it busy for ever.

char *bot_name = "spiral";

enum { ROWS = 16, COLS = 32 };

static int min(int a, int b) { return a < b ? a : b; }

static int ring_of(int r, int c) { return min(min(r, ROWS - 1 - r), min(c, COLS - 1 - c)); }

// The direction clockwise on ring k from one of its squares, counted R, D, L, U.
static int clockwise(int r, int c, int k) {
    if (r == k && c < COLS - 1 - k) return 0;
    if (c == COLS - 1 - k && r < ROWS - 1 - k) return 1;
    if (r == ROWS - 1 - k && c > k) return 2;
    return 3;
}

int bot(int board[16][32], char player) {
    static const int DOWN[4] = { 0, 1, 0, -1 }, RIGHT[4] = { 1, 0, -1, 0 };
    char me = player == 'X' ? '*' : '@', enemy = player == 'X' ? '@' : '*';
    int row = 0, col = 0, ring = 7;
    for (int r = 0; r < ROWS; r++)
        for (int c = 0; c < COLS; c++) {
            int k = ring_of(r, c);
            if (board[r][c] == me) {
                row = r;
                col = c;
            } else if (board[r][c] != player && k % 2 == 1) {
                ring = min(ring, k); // the outermost odd ring that is not all mine
            }
        }

    int here = ring_of(row, col), d;
    if (here == ring) {
        d = clockwise(row, col, ring);
    } else {
        // Outwards to the nearest wall, or inwards, away from it.
        if (here == row) d = 3;
        else if (here == ROWS - 1 - row) d = 1;
        else if (here == col) d = 2;
        else d = 0;
        if (here < ring) d = (d + 2) % 4;
    }
    // Should the enemy stand there, go round it.
    int r = row + DOWN[d], c = col + RIGHT[d];
    if (r >= 0 && r < ROWS && c >= 0 && c < COLS && board[r][c] == enemy) d = (d + 1) % 4;
    return "RDLU"[d];
}
