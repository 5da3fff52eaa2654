// ;author The bout authors
// ;strategy Walk along the four walls, round and round, and never leave them.
//
// Its ring of 92 squares surrounds everything else, but that is one large region, and the largest region is
// never enclosed (ruling S7). What the enemy has built at a wall is cut through, and the smaller part falls
// to the ring. If the enemy stands in the way, this bot waits for ever, with its back to the wall, and that
// is how it mostly ends.

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

    // Down the left wall, along the bottom, up the right wall, back along the top.
    if (col == 0 && row < 15) return 'D';
    if (row == 15 && col < 31) return 'R';
    if (col == 31 && row > 0) return 'U';
    return 'L';
}
