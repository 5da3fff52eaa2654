// expect: refused S10
// why: Sixteen million minus signs.

#define A - - - - - - - - - - - - - - - -
#define A1 A A A A A A A A A A A A A A A A
#define A2 A1 A1 A1 A1 A1 A1 A1 A1 A1 A1 A1 A1 A1 A1 A1 A1
#define A3 A2 A2 A2 A2 A2 A2 A2 A2 A2 A2 A2 A2 A2 A2 A2 A2
#define A4 A3 A3 A3 A3 A3 A3 A3 A3 A3 A3 A3 A3 A3 A3 A3 A3
#define A5 A4 A4 A4 A4 A4 A4 A4 A4 A4 A4 A4 A4 A4 A4 A4 A4

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return A5 board[0][0] == 42 ? 'L' : 'R';
}
