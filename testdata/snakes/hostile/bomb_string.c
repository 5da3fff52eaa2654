// expect: refused S10
// why: A text of 512 MB.

#define S "aaaaaaaaaaaaaaaa"
#define S1 S S S S S S S S S S S S S S S S
#define S2 S1 S1 S1 S1 S1 S1 S1 S1 S1 S1 S1 S1 S1 S1 S1 S1
#define S3 S2 S2 S2 S2 S2 S2 S2 S2 S2 S2 S2 S2 S2 S2 S2 S2
#define S4 S3 S3 S3 S3 S3 S3 S3 S3 S3 S3 S3 S3 S3 S3 S3 S3
#define S5 S4 S4 S4 S4 S4 S4 S4 S4 S4 S4 S4 S4 S4 S4 S4 S4
#define S6 S5 S5 S5 S5 S5 S5 S5 S5 S5 S5 S5 S5 S5 S5 S5 S5
const char text[] = S6 S6;

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return text[board[0][0]] == 7 ? 'L' : 'R';
}
