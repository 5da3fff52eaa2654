/* Helpers for every test program. They work with the runtime image and with the system's C library. */
#ifndef CHECK_H
#define CHECK_H

#include <stddef.h>
#include <stdint.h>

#define HEAP_BYTES (16ul << 20)

static inline long kernel(long number, long a, long b, long c, long d, long e, long f)
{
    register long r10 __asm__("r10") = d;
    register long r8 __asm__("r8") = e;
    register long r9 __asm__("r9") = f;
    long result;
    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
                     : "rcx", "r11", "memory");
    return result;
}

static inline _Noreturn void leave(int code)
{
    for (;;) kernel(231, code, 0, 0, 0, 0, 0);
}

/* Output is buffered, because a test may print a hundred thousand lines. */
static char said[1 << 16];
static size_t said_bytes;

static inline void flush(void)
{
    for (size_t done = 0; done < said_bytes;) {
        long got = kernel(1, 1, (long)(said + done), (long)(said_bytes - done), 0, 0, 0);
        if (got <= 0) leave(4);
        done += (size_t)got;
    }
    said_bytes = 0;
}

static inline void say(const char *text)
{
    for (; *text; text++) {
        if (said_bytes == sizeof said) flush();
        said[said_bytes++] = *text;
    }
    if (said_bytes && said[said_bytes - 1] == '\n' && said_bytes > sizeof said / 2) flush();
}

static inline void say_number(long long number)
{
    char digits[32], *at = digits + sizeof digits - 1;
    unsigned long long rest = number < 0 ? -(unsigned long long)number : (unsigned long long)number;
    *at = 0;
    do *--at = (char)('0' + rest % 10);
    while (rest /= 10);
    if (number < 0) *--at = '-';
    say(at);
}

static inline void say_hex(unsigned long long number)
{
    char digits[17];
    for (int i = 0; i < 16; i++) digits[i] = "0123456789abcdef"[number >> (60 - 4 * i) & 15];
    digits[16] = 0;
    say(digits);
}

static int failures;

static inline void failed(const char *file, int line, const char *what)
{
    say(file);
    say(":");
    say_number(line);
    say(": ");
    say(what);
    say("\n");
    if (++failures == 20) {
        flush();
        leave(1);
    }
}

#define CHECK(condition) ((condition) ? (void)0 : failed(__FILE__, __LINE__, #condition))

/* The return value of `main`. */
static inline int result(void)
{
    flush();
    return failures ? 1 : 0;
}

/* Random numbers for the tests themselves: SplitMix64. */
static uint64_t random_state = 1;

static inline uint64_t random64(void)
{
    uint64_t z = random_state += 0x9E3779B97F4A7C15;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    return z ^ (z >> 31);
}

static inline size_t below(size_t bound)
{
    return (size_t)(random64() % bound);
}

#endif
