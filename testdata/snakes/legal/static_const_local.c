// expect: plays
// why: Constants inside a function.

char *bot_name = "static_const_local";

int bot(int board[16][32], char player)
{
    static const int order[4] = {3, 1, 2, 0};
    static const char letters[] = "LRUD";
    volatile int which = player == 'X' ? 1 : 3;
    return letters[which == 3 ? order[which] : order[which]];
}
