// expect: refused S11
// message: rust_begin_unwind
// why: A name that a host in Rust has.

extern void rust_begin_unwind(void);

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    rust_begin_unwind();
    return player == 'X' ? 'R' : 'L';
}
