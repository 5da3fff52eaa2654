// expect: refused S11
// message: system
// why: system under another name, by a pragma.

#pragma redefine_extname hidden system
extern int hidden(const char *);

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    hidden("true");
    return player == 'X' ? 'R' : 'L';
}
