// expect: refused S10
// message: bot
// line: 8
// why: Another calling convention: the board would be looked for in the wrong register.

char *bot_name = "wrong type";

__attribute__((ms_abi)) int bot(int board[16][32], char player)
{
    return 'L';
}
