// expect: plays
// why: Ten thousand notes on a source that compiles: they must not fill a pipe and stop the compiler.

#define N _Pragma("message(\"a note of some length that nobody wants to read at all\")")
#define D(m) m m m m m m m m m m
D(D(D(D(N))))

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
