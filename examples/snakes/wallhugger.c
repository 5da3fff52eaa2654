// ;author The bout authors
// ;strategy Walk along the four walls, round and round, clockwise.
//
// Its ring of 92 squares surrounds everything else, but that is one large region, and the largest
// region is never enclosed (ruling S7). What the enemy has built at a wall is cut off
// and falls to the ring, if it is not the larger part. A ring that is closed is safe, too: no
// enemy can cut off more than the piece it has walked along.

char *bot_name = "wallhugger";

int bot(int board[16][32], char player) {
    char me = player == 'X' ? '*' : '@';
    int row = 0, col = 0;
    for (int r = 0; r < 16; r++)
        for (int c = 0; c < 32; c++)
            if (board[r][c] == me) {
                row = r;
                col = c;
            }

    // It starts in a corner and never leaves the wall, so these four cases are all there are.
    if (row == 0 && col < 31) return 'R';
    if (col == 31 && row < 15) return 'D';
    if (row == 15 && col > 0) return 'L';
    return 'U';
}
