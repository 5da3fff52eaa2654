// expect: plays
// why: A name that clears the screen and sets the title.

char *bot_name = "\x1b[2J\x1b[Hwiped\x1b]0;title\a";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
