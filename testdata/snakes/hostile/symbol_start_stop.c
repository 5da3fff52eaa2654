// expect: refused S11
// message: __start_secrets
// why: Names that a linker makes up for any section.

extern const char __start_secrets[], __stop_secrets[];

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    if (__start_secrets != __stop_secrets)
        return 'U';
    return player == 'X' ? 'R' : 'L';
}
