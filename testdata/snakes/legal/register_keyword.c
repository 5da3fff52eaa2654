// expect: plays
// why: The keyword register, without assembly.

char *bot_name = "register_keyword";

int bot(int board[16][32], char player)
{
    register int i, sum = 0;
    for (i = 0; i < 32; i++)
        sum += board[0][i];
    return sum ? (player == 'X' ? 'R' : 'L') : 'U';
}
