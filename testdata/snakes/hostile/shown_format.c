// expect: plays
// why: A name full of format strings.

char *bot_name = "%s%s%n%p{0}{}$HOME`id`";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
