// expect: plays
// why: A static that nothing writes: gcc makes it a constant, and the object is what is judged.
// unclear: declared writable, but not so in the object; S10 says the object is judged

static int width = 32;
static const char *moves[] = {"L", "R"};
static int unused;

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return moves[player == 'X'][board[0][0] / 1000 * width];
}
