// expect: refused S10
// message: turned
// line: 6
// why: Right-to-left overrides in the message.

#error ‮abc⁦ turned

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
