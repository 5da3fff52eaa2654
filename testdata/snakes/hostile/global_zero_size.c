// expect: refused S10
// or: plays
// message: nothing
// why: A writable array of no bytes: nothing can be kept in it.
// unclear: declared writable, but nothing can be written

int nothing[0];

char *bot_name = "global";

int bot(int board[16][32], char player)
{
    return nothing == (int *) board ? 'L' : 'R';
}
