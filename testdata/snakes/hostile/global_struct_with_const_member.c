// expect: refused S10
// message: pair
// why: One constant member does not make a struct constant.

struct pair { const int one; int two; };
struct pair pair = {1, 2};

char *bot_name = "global";

int bot(int board[16][32], char player)
{
    return pair.two++ & 1 ? 'L' : 'R';
}
