// expect: plays
// why: The bot leaves a wild pointer in bot_name; a host that reads the name afterwards would crash.

char *bot_name = "wild";

int bot(int board[16][32], char player)
{
    bot_name = (char *) 0x1234567812345678;
    return player == 'X' ? 'R' : 'L';
}
