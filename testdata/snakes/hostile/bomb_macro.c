// expect: refused S10
// why: A billion laughs: ten macros make ten thousand million words.

#define A 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 +
#define B A A A A A A A A A A
#define C B B B B B B B B B B
#define D C C C C C C C C C C
#define E D D D D D D D D D D
#define F E E E E E E E E E E
#define G F F F F F F F F F F
#define H G G G G G G G G G G
#define I H H H H H H H H H H
#define J I I I I I I I I I I

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return J 0 ? 'L' : 'R';
}
