// expect: plays
// why: #line in a source that something else made.

#line 1 "snake.y"
char *bot_name = "line";
# 20 "snake.y"
int bot(int board[16][32], char player)
{
#line 99 "other.y"
    return player == 'X' ? 'R' : 'L';
}
