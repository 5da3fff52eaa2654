// expect: plays
// or: refused S10
// or: refused S14
// absent: VISIBLE-DATE
// why: A pragma that looks at the date of a file; it can tell nothing but that the file is not there.
// unclear: gcc reports a file that it cannot find as an error, so refused is right too

#pragma GCC dependency "/etc/passwd" VISIBLE-DATE

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
