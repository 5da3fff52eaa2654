// ;author The bout authors
// ;strategy Lean against the wall of the own corner for ever and hope that the other one is even worse.
//
// A move into the wall is allowed and does nothing. X starts at the top, O at the bottom. Two of these draw,
// one square each. Every bot that moves should beat it.

char *bot_name = "still";

int bot(int board[16][32], char player) {
    (void)board; // not looked at
    return player == 'X' ? 'U' : 'D';
}
