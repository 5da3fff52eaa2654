// expect: plays
// why: 16,384 warnings at a line far down: thirty are said, and the number of the others.

char *bot_name = "warnings";

#define TWO(x) x x
#define MANY TWO(TWO(TWO(TWO(TWO(TWO(TWO(TWO(TWO(TWO(TWO(TWO(TWO(TWO({ int unused; }))))))))))))))
#line 1000000
int bot(int board[16][32], char player)
{
    MANY
    return player == 'X' ? 'R' : 'L';
}
