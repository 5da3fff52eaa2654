// expect: refused S10
// message: tabs
// line: 6
// why: Tabs before the place.

			#error tabs

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
