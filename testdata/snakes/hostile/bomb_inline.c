// expect: refused S10
// why: Functions that must be inlined, each three times into the next: 3 to the 24th pieces.

static inline __attribute__((always_inline)) int f0(volatile int *x)
{
    return (*x)++ * 3 ^ *x;
}
static inline __attribute__((always_inline)) int f1(volatile int *x)
{
    return f0(x) + f0(x) * f0(x);
}
static inline __attribute__((always_inline)) int f2(volatile int *x)
{
    return f1(x) + f1(x) * f1(x);
}
static inline __attribute__((always_inline)) int f3(volatile int *x)
{
    return f2(x) + f2(x) * f2(x);
}
static inline __attribute__((always_inline)) int f4(volatile int *x)
{
    return f3(x) + f3(x) * f3(x);
}
static inline __attribute__((always_inline)) int f5(volatile int *x)
{
    return f4(x) + f4(x) * f4(x);
}
static inline __attribute__((always_inline)) int f6(volatile int *x)
{
    return f5(x) + f5(x) * f5(x);
}
static inline __attribute__((always_inline)) int f7(volatile int *x)
{
    return f6(x) + f6(x) * f6(x);
}
static inline __attribute__((always_inline)) int f8(volatile int *x)
{
    return f7(x) + f7(x) * f7(x);
}
static inline __attribute__((always_inline)) int f9(volatile int *x)
{
    return f8(x) + f8(x) * f8(x);
}
static inline __attribute__((always_inline)) int f10(volatile int *x)
{
    return f9(x) + f9(x) * f9(x);
}
static inline __attribute__((always_inline)) int f11(volatile int *x)
{
    return f10(x) + f10(x) * f10(x);
}
static inline __attribute__((always_inline)) int f12(volatile int *x)
{
    return f11(x) + f11(x) * f11(x);
}
static inline __attribute__((always_inline)) int f13(volatile int *x)
{
    return f12(x) + f12(x) * f12(x);
}
static inline __attribute__((always_inline)) int f14(volatile int *x)
{
    return f13(x) + f13(x) * f13(x);
}
static inline __attribute__((always_inline)) int f15(volatile int *x)
{
    return f14(x) + f14(x) * f14(x);
}
static inline __attribute__((always_inline)) int f16(volatile int *x)
{
    return f15(x) + f15(x) * f15(x);
}
static inline __attribute__((always_inline)) int f17(volatile int *x)
{
    return f16(x) + f16(x) * f16(x);
}
static inline __attribute__((always_inline)) int f18(volatile int *x)
{
    return f17(x) + f17(x) * f17(x);
}
static inline __attribute__((always_inline)) int f19(volatile int *x)
{
    return f18(x) + f18(x) * f18(x);
}
static inline __attribute__((always_inline)) int f20(volatile int *x)
{
    return f19(x) + f19(x) * f19(x);
}
static inline __attribute__((always_inline)) int f21(volatile int *x)
{
    return f20(x) + f20(x) * f20(x);
}
static inline __attribute__((always_inline)) int f22(volatile int *x)
{
    return f21(x) + f21(x) * f21(x);
}
static inline __attribute__((always_inline)) int f23(volatile int *x)
{
    return f22(x) + f22(x) * f22(x);
}
static inline __attribute__((always_inline)) int f24(volatile int *x)
{
    return f23(x) + f23(x) * f23(x);
}

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    volatile int x = board[0][0];
    return f24(&x) & 1 ? 'L' : 'R';
}
