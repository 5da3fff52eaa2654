// expect: refused S10
// why: A million blocks deep.

#define A {{{{{{{{{{{{{{{{
#define Z }}}}}}}}}}}}}}}}
#define A1 A A A A A A A A A A A A A A A A
#define A2 A1 A1 A1 A1 A1 A1 A1 A1 A1 A1 A1 A1 A1 A1 A1 A1
#define A3 A2 A2 A2 A2 A2 A2 A2 A2 A2 A2 A2 A2 A2 A2 A2 A2
#define A4 A3 A3 A3 A3 A3 A3 A3 A3 A3 A3 A3 A3 A3 A3 A3 A3
#define Z1 Z Z Z Z Z Z Z Z Z Z Z Z Z Z Z Z
#define Z2 Z1 Z1 Z1 Z1 Z1 Z1 Z1 Z1 Z1 Z1 Z1 Z1 Z1 Z1 Z1 Z1
#define Z3 Z2 Z2 Z2 Z2 Z2 Z2 Z2 Z2 Z2 Z2 Z2 Z2 Z2 Z2 Z2 Z2
#define Z4 Z3 Z3 Z3 Z3 Z3 Z3 Z3 Z3 Z3 Z3 Z3 Z3 Z3 Z3 Z3 Z3

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    A4 Z4
    return player == 'X' ? 'R' : 'L';
}
