// expect: plays
// why: Code that a compiler warns about in every line.

char *bot_name = "noisy";

static int unused_function(int x) { }

int bot(int board[16][32], char player)
{
    int unused, x, y = 5;
    char c = 300;
    unsigned u = -1;
    float f = 3.99999999999;
    if (y = 6)
        ;
    if (u < 0)
        return "L";
    for (y; y < 7; y++) ;
    switch (player) { case 'X': y++; case 'O': y--; }
    (void) x, 5 == y, f == 0.1, c;
    return player == 'X' ? 'R' : 'L';
}
