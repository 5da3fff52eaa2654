// expect: plays
// why: The bot brings its own rand.

int rand(void)
{
    return 4;
}
void srand(unsigned seed)
{
    __builtin_trap();
}

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return rand() == 4 ? (player == 'X' ? 'R' : 'L') : 'U';
}
