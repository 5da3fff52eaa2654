// expect: plays
// repeat: same
// why: What a fresh stack holds decides.

char *bot_name = "repeat";

int bot(int board[16][32], char player)
{
    volatile unsigned char space[4096];
    unsigned sum = 0;
    for (int i = 0; i < 4096; i++)
        sum += space[i];
    return "LRUD"[sum & 3];
}
