// expect: refused S11
// message: strfry
// why: Of string.h under GNU, but it mixes with random numbers from the clock.
// unclear: S11 allows string.h without saying which parts; this one cannot be replayed

extern char *strfry(char *);

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    char text[] = "ab";
    if (strfry(text)[0] == 'b')
        return 'U';
    return player == 'X' ? 'R' : 'L';
}
