// expect: plays
// why: A carriage return overwrites the line that it stands in.

char *bot_name = "evil\rgood";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
