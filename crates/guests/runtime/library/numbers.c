/* stdlib.h: reads numbers with a fraction from texts. It rounds correctly: to the nearest number, and from halfway to
 * the even one. */
#include "library.h"

/* A type of numbers: the digits of its fraction in binary, and the exponent of its least number. */
struct format {
    int digits, least;
    uint64_t infinity;
};

static const struct format of_double = {53, -1074, 0x7ff0000000000000};
static const struct format of_float = {24, -149, 0x7f800000};

/* `fraction` times two to the power of `exponent`, and `is_more` if it is a little more than that. */
struct magnitude {
    uint64_t fraction;
    int exponent, is_more;
};

/* The bits of the nearest number. */
static uint64_t nearest(struct magnitude x, const struct format *format)
{
    if (!x.fraction) return 0;
    int zeros = __builtin_clzll(x.fraction);
    uint64_t fraction = x.fraction << zeros;
    int exponent = x.exponent - zeros;
    /* The exponent of the last digit that is kept. */
    int last = exponent + 64 - format->digits;
    if (last < format->least) last = format->least;
    int dropped = last - exponent;
    if (dropped > 64) {
        errno = ERANGE;
        return 0;
    }
    uint64_t kept = dropped == 64 ? 0 : fraction >> dropped, rest = dropped == 64 ? fraction : fraction << (64 - dropped);
    uint64_t half = (uint64_t)1 << 63;
    int is_exact = !rest && !x.is_more;
    if (rest > half || (rest == half && (x.is_more || kept & 1))) kept++;
    /* The leading digit of `kept` adds one to the exponent, unless the number is subnormal. */
    uint64_t exponent_bits = (uint64_t)(last - format->least);
    if (exponent_bits >= format->infinity >> (format->digits - 1)) {
        errno = ERANGE;
        return format->infinity;
    }
    uint64_t bits = (exponent_bits << (format->digits - 1)) + kept;
    int is_subnormal = bits >> (format->digits - 1) == 0;
    if (bits >= format->infinity || (is_subnormal && !is_exact)) errno = ERANGE;
    return bits < format->infinity ? bits : format->infinity;
}

enum {
    /* Larger exponents make any number too large or too small, whatever its digits are. */
    GREATEST_EXPONENT = 100000000,
};

/* Reads an exponent in decimal digits, after its letter. Skips it, if there is one. */
static int read_exponent(const char **at)
{
    const char *s = *at + 1;
    int is_negative = *s == '-', exponent = 0;
    if (*s == '-' || *s == '+') s++;
    if (!is_digit(*s)) return 0;
    for (; is_digit(*s); s++)
        if (exponent < GREATEST_EXPONENT) exponent = exponent * 10 + (*s - '0');
    *at = s;
    return is_negative ? -exponent : exponent;
}

/* Limits an exponent, which may also come from a text's length, to the range that matters. */
static int within_reach(long long exponent)
{
    return exponent > GREATEST_EXPONENT ? GREATEST_EXPONENT : exponent < -GREATEST_EXPONENT ? -GREATEST_EXPONENT : (int)exponent;
}

static int hexadecimal_digit(char c)
{
    int letter = to_lower(c);
    return is_digit(c) ? c - '0' : letter >= 'a' && letter <= 'f' ? letter - 'a' + 10 : -1;
}

/* Reads the part after 0x, which has a digit. */
static struct magnitude read_hexadecimal(const char **at)
{
    struct magnitude x = {0, 0, 0};
    long long exponent = 0;
    const char *s = *at;
    for (int is_behind_point = 0;; s++) {
        int digit = hexadecimal_digit(*s);
        if (digit < 0) {
            if (*s != '.' || is_behind_point) break;
            is_behind_point = 1;
            continue;
        }
        exponent -= 4 * is_behind_point;
        if (x.fraction >> 60) {
            exponent += 4;
            x.is_more |= digit != 0;
        } else {
            x.fraction = x.fraction << 4 | (uint64_t)digit;
        }
    }
    if (to_lower(*s) == 'p') exponent += read_exponent(&s);
    x.exponent = within_reach(exponent);
    *at = s;
    return x;
}

/* Decimal numbers are in limbs of nine digits. */
enum {
    LIMB = 1000000000,
    LIMB_DIGITS = 9,
    /* No number halfway between two doubles has more than 767 digits. So the digits after this many only tell whether
     * the number is a little larger. */
    MOST_DIGITS = 800,
    /* The greatest and the least power of ten that matter. */
    GREATEST_POWER = 310,
    LEAST_POWER = -330,
    /* Room for the carries of multiplications, which make numbers longer at the front. */
    FRONT = 48,
    LIMBS = FRONT + MOST_DIGITS / LIMB_DIGITS + 4,
    /* A limb is less than 2^30, and its product with 2^29 and a carry in less than 2^60. */
    STEP = 29,
};

struct decimal {
    uint32_t limbs[LIMBS];
    int first, end; /* The range of limbs that are in use. */
    int whole;      /* How many of them, from the first one on, are before the decimal point. May be less than 0. */
    int is_more;
};

/* Doubles the number `times` times, at most STEP. */
static void multiply(struct decimal *x, int times)
{
    uint64_t carry = 0;
    for (int i = x->end; i-- > x->first;) {
        carry += (uint64_t)x->limbs[i] << times;
        x->limbs[i] = (uint32_t)(carry % LIMB);
        carry /= LIMB;
    }
    if (!carry) return;
    x->limbs[--x->first] = (uint32_t)carry;
    x->whole++;
}

/* Halves the number `times` times, at most STEP. Digits that fall off behind the last limb set `is_more`. */
static void divide(struct decimal *x, int times)
{
    uint64_t rest = 0;
    for (int i = x->first; i < x->end; i++) {
        rest = rest * LIMB + x->limbs[i];
        x->limbs[i] = (uint32_t)(rest >> times);
        rest &= ((uint64_t)1 << times) - 1;
    }
    if (rest) x->is_more = 1;
    if (x->limbs[x->first]) return;
    x->first++;
    x->whole--;
}

/* Converts any number except zero to binary. Scales its whole part to three limbs, of which the first is less than 16,
 * so that they just fit into 64 bits. */
static struct magnitude in_binary(struct decimal *x)
{
    struct magnitude result = {0, 0, 0};
    while (x->end - x->first < x->whole || x->end - x->first < 3) x->limbs[x->end++] = 0;
    for (; x->whole < 3; result.exponent -= STEP) multiply(x, STEP);
    for (; x->whole > 3; result.exponent += STEP) divide(x, STEP);
    if (x->limbs[x->first] >= 16) {
        int times = 28 - __builtin_clz(x->limbs[x->first]);
        divide(x, times);
        result.exponent += times;
    }
    const uint32_t *limbs = x->limbs + x->first;
    result.fraction = ((uint64_t)limbs[0] * LIMB + limbs[1]) * LIMB + limbs[2];
    result.is_more = x->is_more;
    for (int i = x->first + 3; i < x->end; i++) result.is_more |= limbs[i - x->first] != 0;
    return result;
}

/* Digits, of which the first is not zero, perhaps with a point among them, and the power of ten of the first. */
static struct magnitude read_digits(const char *s, const char *end, int power)
{
    struct decimal x;
    x.first = x.end = FRONT;
    x.is_more = 0;
    /* The first limb contains the digits before the point that do not fill a whole limb. */
    x.whole = power > 0 ? (power + LIMB_DIGITS - 1) / LIMB_DIGITS : -(-power / LIMB_DIGITS);
    int in_limb = x.whole * LIMB_DIGITS - power, digits = 0;
    uint32_t limb = 0;
    for (; s < end; s++) {
        if (*s == '.') continue;
        if (digits == MOST_DIGITS) {
            x.is_more |= *s != '0';
            continue;
        }
        digits++;
        limb = limb * 10 + (uint32_t)(*s - '0');
        if (++in_limb < LIMB_DIGITS) continue;
        x.limbs[x.end++] = limb;
        limb = 0;
        in_limb = 0;
    }
    if (in_limb) {
        for (; in_limb < LIMB_DIGITS; in_limb++) limb *= 10;
        x.limbs[x.end++] = limb;
    }
    return in_binary(&x);
}

/* Reads a decimal number. There is a digit, perhaps after a point. */
static struct magnitude read_decimal(const char **at)
{
    const char *s = *at, *first = NULL;
    /* The power of ten that the digits from the first one on are fractions of. */
    long long power = 0;
    for (int is_behind_point = 0; is_digit(*s) || (*s == '.' && !is_behind_point); s++) {
        if (*s == '.') {
            is_behind_point = 1;
            continue;
        }
        if (!first && *s != '0') first = s;
        if (first && !is_behind_point) power++;
        if (!first && is_behind_point) power--;
    }
    const char *end = s;
    if (to_lower(*s) == 'e') power += read_exponent(&s);
    *at = s;
    if (!first) return (struct magnitude){0, 0, 0};
    if (power > GREATEST_POWER) return (struct magnitude){1, GREATEST_EXPONENT, 0};
    if (power < LEAST_POWER) return (struct magnitude){1, -GREATEST_EXPONENT, 0};
    return read_digits(first, end, (int)power);
}

/* Whether a text begins with a word, in any case. */
static int begins(const char *s, const char *word)
{
    return strncasecmp(s, word, strlen(word)) == 0;
}

/* Skips the part after "nan": there may be letters, digits and underscores in parentheses. */
static const char *pass_kind_of_nan(const char *s)
{
    if (*s != '(') return s;
    const char *at = s + 1;
    while (is_digit(*at) || *at == '_' || (to_lower(*at) >= 'a' && to_lower(*at) <= 'z')) at++;
    return *at == ')' ? at + 1 : s;
}

/* Reads the bits of the number in a text, without its sign. Also gives its end, or NULL if the text is not a number. */
static uint64_t read_magnitude(const char *s, const char **end, const struct format *format)
{
    *end = NULL;
    if (begins(s, "inf")) {
        *end = s + (begins(s, "infinity") ? 8 : 3);
        return format->infinity;
    }
    if (begins(s, "nan")) {
        *end = pass_kind_of_nan(s + 3);
        return format->infinity | (uint64_t)1 << (format->digits - 2);
    }
    int is_hexadecimal = s[0] == '0' && to_lower(s[1]) == 'x' && hexadecimal_digit(s[2 + (s[2] == '.')]) >= 0;
    if (!is_hexadecimal && !is_digit(s[*s == '.'])) return 0;
    if (is_hexadecimal) s += 2;
    struct magnitude x = is_hexadecimal ? read_hexadecimal(&s) : read_decimal(&s);
    *end = s;
    return nearest(x, format);
}

/* Reads the bits of the number in a text. The sign is the leading one of this many bits. */
static uint64_t read(const char *s, char **restrict end, const struct format *format, int bits)
{
    const char *at = s;
    while (is_space(*at)) at++;
    uint64_t is_negative = *at == '-';
    if (*at == '-' || *at == '+') at++;
    const char *behind;
    uint64_t magnitude = read_magnitude(at, &behind, format);
    if (end) *end = (char *)(behind ? behind : s);
    return behind ? magnitude | is_negative << (bits - 1) : 0;
}

double strtod(const char *restrict s, char **restrict end)
{
    union {
        uint64_t bits;
        double value;
    } x = {read(s, end, &of_double, 64)};
    return x.value;
}

float strtof(const char *restrict s, char **restrict end)
{
    union {
        uint32_t bits;
        float value;
    } x = {(uint32_t)read(s, end, &of_float, 32)};
    return x.value;
}

double atof(const char *s)
{
    return strtod(s, NULL);
}
