// expect: plays
// why: Looks four moves ahead for the most empty squares.

#include <string.h>

char *bot_name = "greedy";

static const struct { char letter; int row, column; } ways[] = {{'L', 0, -1}, {'R', 0, 1}, {'U', -1, 0}, {'D', 1, 0}};

static int best(int board[16][32], int row, int column, char player, int depth, char *move)
{
    int most = -1;
    if (depth == 0)
        return 0;
    for (int i = 0; i < 4; i++) {
        int r = row + ways[i].row, c = column + ways[i].column;
        if (r < 0 || r > 15 || c < 0 || c > 31)
            continue;
        int before = board[r][c];
        if (before == (player == 'X' ? '@' : '*'))
            continue;
        board[r][c] = player;
        int gain = (before == '.' ? 2 : before == player ? 0 : 3) + best(board, r, c, player, depth - 1, 0);
        board[r][c] = before;
        if (gain > most) {
            most = gain;
            if (move)
                *move = ways[i].letter;
        }
    }
    return most < 0 ? 0 : most;
}

int bot(int board[16][32], char player)
{
    int copy[16][32];
    char move = 'U';
    memcpy(copy, board, sizeof copy);
    for (int i = 0; i < 512; i++)
        if (board[i / 32][i % 32] == (player == 'X' ? '*' : '@'))
            best(copy, i / 32, i % 32, player, 4, &move);
    return move;
}
