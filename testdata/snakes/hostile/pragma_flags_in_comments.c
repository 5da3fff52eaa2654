// expect: plays
// why: Options of the compiler in comments are comments.

/* gcc -fplugin=/tmp/evil.so -B/tmp -wrapper sh,-c,id */
// { dg-options "-O0 -fno-whatever -specs=/tmp/evil.specs" }
// @/tmp/options -include /etc/passwd

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
