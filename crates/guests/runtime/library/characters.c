/* ctype.h in the C locale, with glibc's tables. glibc's headers read the tables directly, at indices from -128 (a
 * `char` that was not converted to unsigned) over -1 (EOF) to 255. */
#include <stdint.h>

/* As in glibc's <ctype.h> on a little-endian machine. */
enum {
    UPPER = 0x100, LOWER = 0x200, ALPHA = 0x400, DIGIT = 0x800, XDIGIT = 0x1000, SPACE = 0x2000, PRINT = 0x4000,
    GRAPH = 0x8000, BLANK = 0x1, CNTRL = 0x2, PUNCT = 0x4, ALNUM = 0x8,

    MARK = PRINT | GRAPH | PUNCT,
    FIGURE = PRINT | GRAPH | ALNUM | DIGIT | XDIGIT,
    CAPITAL = PRINT | GRAPH | ALNUM | ALPHA | UPPER,
    SMALL = PRINT | GRAPH | ALNUM | ALPHA | LOWER,
};

#define AT(c) [128 + (c)]
#define FROM_TO(a, b) [128 + (a) ... 128 + (b)]

static const uint16_t classes[384] = {
    FROM_TO(0, 8) = CNTRL,
    AT('\t') = CNTRL | SPACE | BLANK,
    FROM_TO('\n', '\r') = CNTRL | SPACE,
    FROM_TO(14, 31) = CNTRL,
    AT(' ') = PRINT | SPACE | BLANK,
    FROM_TO('!', '/') = MARK,
    FROM_TO('0', '9') = FIGURE,
    FROM_TO(':', '@') = MARK,
    FROM_TO('A', 'F') = CAPITAL | XDIGIT,
    FROM_TO('G', 'Z') = CAPITAL,
    FROM_TO('[', '`') = MARK,
    FROM_TO('a', 'f') = SMALL | XDIGIT,
    FROM_TO('g', 'z') = SMALL,
    FROM_TO('{', '~') = MARK,
    AT(127) = CNTRL,
};

#define FOUR(n) (n), (n) + 1, (n) + 2, (n) + 3
#define SIXTEEN(n) FOUR(n), FOUR((n) + 4), FOUR((n) + 8), FOUR((n) + 12)
#define ALPHABET(a) SIXTEEN(a), FOUR((a) + 16), FOUR((a) + 20), (a) + 24, (a) + 25
#define SIXTY_FOUR(n) SIXTEEN(n), SIXTEEN((n) + 16), SIXTEEN((n) + 32), SIXTEEN((n) + 48)

/* Begins at -128. Negative characters are mapped like the unsigned characters with the same bits, except EOF, which
 * stays. */
#define CASE_TABLE(capitals, smalls)                                                                           \
    SIXTY_FOUR(128), SIXTEEN(192), SIXTEEN(208), SIXTEEN(224), FOUR(240), FOUR(244), FOUR(248), 252, 253, 254, \
    -1, SIXTY_FOUR(0), 64, ALPHABET(capitals), 91, 92, 93, 94, 95, 96, ALPHABET(smalls), 123, 124, 125, 126,   \
    127, SIXTY_FOUR(128), SIXTY_FOUR(192)

static const int32_t lower[384] = {CASE_TABLE('a', 'a')};
static const int32_t upper[384] = {CASE_TABLE('A', 'A')};

static const uint16_t *const classes_at = classes + 128;
static const int32_t *const lower_at = lower + 128;
static const int32_t *const upper_at = upper + 128;

const uint16_t **__ctype_b_loc(void)
{
    return (const uint16_t **)&classes_at;
}

const int32_t **__ctype_tolower_loc(void)
{
    return (const int32_t **)&lower_at;
}

const int32_t **__ctype_toupper_loc(void)
{
    return (const int32_t **)&upper_at;
}

static int in_table(int c)
{
    return c >= -128 && c < 256;
}

static int has(int c, int class)
{
    return in_table(c) ? classes[128 + c] & class : 0;
}

int isalnum(int c) { return has(c, ALNUM); }
int isalpha(int c) { return has(c, ALPHA); }
int isblank(int c) { return has(c, BLANK); }
int iscntrl(int c) { return has(c, CNTRL); }
int isdigit(int c) { return has(c, DIGIT); }
int isgraph(int c) { return has(c, GRAPH); }
int islower(int c) { return has(c, LOWER); }
int isprint(int c) { return has(c, PRINT); }
int ispunct(int c) { return has(c, PUNCT); }
int isspace(int c) { return has(c, SPACE); }
int isupper(int c) { return has(c, UPPER); }
int isxdigit(int c) { return has(c, XDIGIT); }

int tolower(int c) { return in_table(c) ? lower[128 + c] : c; }
int toupper(int c) { return in_table(c) ? upper[128 + c] : c; }

/* <ctype.h> also declares these as functions. Their argument must be a letter of the right case. */
int _tolower(int c) { return tolower(c); }
int _toupper(int c) { return toupper(c); }

int isascii(int c) { return (c & ~0x7f) == 0; }
int toascii(int c) { return c & 0x7f; }
