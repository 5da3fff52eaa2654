// expect: refused S10
// message: moves
// why: The texts are constant, the table is not.

const char *moves[] = {"L", "R", "U", "D"};

char *bot_name = "global";

int bot(int board[16][32], char player)
{
    return moves[board[0][0] & 3][0];
}
