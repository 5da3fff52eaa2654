// expect: plays
// why: Jumps through a table of labels.

char *bot_name = "computed_goto";

int bot(int board[16][32], char player)
{
    static const void *const program[] = {&&step, &&step, &&step, &&done};
    volatile int at = 0;
    int count = 0;
    goto *program[at];
step:
    count++;
    at++;
    goto *program[at];
done:
    return count == 3 ? (player == 'X' ? 'R' : 'L') : 'U';
}
