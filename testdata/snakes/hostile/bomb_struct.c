// expect: refused S10
// why: Nested structs of 2 to the 56 bytes.

struct s0 { char x[16]; };
struct s1 { struct s0 a[16]; };
struct s2 { struct s1 a[16]; };
struct s3 { struct s2 a[16]; };
struct s4 { struct s3 a[16]; };
struct s5 { struct s4 a[16]; };
struct s6 { struct s5 a[16]; };
struct s7 { struct s6 a[16]; };
struct s8 { struct s7 a[16]; };
struct s9 { struct s8 a[16]; };
struct s10 { struct s9 a[16]; };
struct s11 { struct s10 a[16]; };
struct s12 { struct s11 a[16]; };
struct s13 { struct s12 a[16]; };
const struct s13 table = {0};

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return ((const volatile char *) &table)[board[0][0]] ? 'L' : 'R';
}
