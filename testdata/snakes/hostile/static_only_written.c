// expect: plays
// why: A static that nothing reads: gcc removes it, and the object is what is judged.
// unclear: declared writable, but not in the object; S10 says the object is judged

static int seen;

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    seen = player;
    return player == 'X' ? 'R' : 'L';
}
