/*
 * A plain interpreter of Crash in C, written from the rules alone: what bout's speed is measured against, and what
 * its outcomes are compared with. It does nothing clever: a cell points at one of the instructions of the programs,
 * expressions are evaluated term by term, and every turn is played. C1 to C7 are rulings of docs/manual/crash.md.
 *
 *     gcc -O2 -Wall -Wextra -Werror -std=c11 -o crash crash.c
 *     ./crash < matches           outcomes
 *     ./crash state < matches     outcomes, each with the registers and a hash of the memory (FNV-1a, 64 bits, over the
 *                                 canonical text of all cells, each with a line end)
 *
 * In: twice "program N" and N instructions, in canonical text; then any number of matches of them,
 * "match MAX_TURNS START START"; then two other programs, or the end. Out: a line a match, such as
 *
 *     win 0 crash turns 34 i 4094 18 a 16 0 b 0 0 memory d1559eb3ae046335
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CELLS 4096
#define MASK 4095
#define MAX_INSTRUCTIONS 128
#define MAX_TEXT 65536

enum kind { CRASH, NOOP, WRITE, STORE }; /* The values that C3 gives them. */
enum operand { NUMBER, CELL, REGISTER };
enum { I, A, B };

struct term {
    uint16_t number; /* Also of a cell, or of a register. */
    uint8_t operand;
    uint8_t negative;
};

struct instruction {
    enum kind kind;
    int reg;                     /* What a store stores to. */
    struct instruction *written; /* What a write writes. */
    char *text;                  /* The expression, as it was written. */
    struct term *terms;
    int count;
};

struct executor {
    uint16_t reg[3]; /* `i` from 0 to 4096 (C2), `a` and `b` from 0 to 4095. */
};

static struct instruction blank = {.kind = CRASH};
static struct instruction *program[2][MAX_INSTRUCTIONS];
static int length[2];

static const struct instruction *memory[CELLS];
static struct executor executor[2];

static void fail(const char *expected)
{
    fprintf(stderr, "expected %s\n", expected);
    exit(1);
}

static void *or_fail(void *allocated)
{
    if (!allocated)
        fail("memory");
    return allocated;
}

static uint64_t number(void)
{
    uint64_t value;
    if (scanf("%" SCNu64, &value) != 1)
        fail("a number");
    return value;
}

static const char *word(void)
{
    static char text[MAX_TEXT];
    if (scanf("%65535s", text) != 1)
        fail("a word");
    return text;
}

static int register_named(char name)
{
    if (name != 'i' && name != 'a' && name != 'b')
        fail("a register");
    return name == 'i' ? I : name == 'a' ? A : B;
}

static void read_expression(struct instruction *to)
{
    const char *at = word();
    to->text = or_fail(malloc(strlen(at) + 1));
    strcpy(to->text, at);
    at = to->text;
    to->terms = or_fail(malloc(sizeof *to->terms * (strlen(at) / 2 + 1)));
    to->count = 0;
    for (int negative = 0;; negative = *at++ == '-') {
        struct term *term = &to->terms[to->count++];
        int brackets = *at == '[';
        at += brackets;
        term->negative = (uint8_t)negative;
        if (*at >= '0' && *at <= '9') {
            term->operand = brackets ? CELL : NUMBER;
            term->number = (uint16_t)(strtoul(at, (char **)&at, 10) & MASK);
        } else {
            term->operand = REGISTER;
            term->number = (uint16_t)register_named(*at++);
        }
        at += brackets;
        if (*at == 0)
            return;
    }
}

static struct instruction *read_instruction(void)
{
    struct instruction *read = or_fail(calloc(1, sizeof *read));
    const char *name = word();
    if (strcmp(name, "crash") == 0) {
        read->kind = CRASH;
    } else if (strcmp(name, "noop") == 0) {
        read->kind = NOOP;
    } else if (strcmp(name, "write") == 0) {
        read->kind = WRITE;
        read->written = read_instruction();
        read_expression(read);
    } else if (strcmp(name, "store") == 0) {
        read->kind = STORE;
        read_expression(read);
        read->reg = register_named(word()[0]);
    } else {
        fail("an instruction");
    }
    return read;
}

static void read_program(int player)
{
    length[player] = (int)number();
    if (length[player] < 1 || length[player] > MAX_INSTRUCTIONS)
        fail("1 to 128 instructions");
    for (int i = 0; i < length[player]; i++)
        program[player][i] = read_instruction();
}

static void set_up(void)
{
    for (int at = 0; at < CELLS; at++)
        memory[at] = &blank;
    for (int player = 0; player < 2; player++) {
        uint64_t start = number();
        if (start + (uint64_t)length[player] > CELLS)
            fail("programs inside the memory");
        for (int i = 0; i < length[player]; i++)
            memory[start + (uint64_t)i] = program[player][i];
        executor[player] = (struct executor){{(uint16_t)start, 0, 0}};
    }
}

/* C1: modulo 4096, from left to right, which in 32 bits may be done once at the end. C2: 4096 counts as 0. */
static inline uint16_t evaluate(const struct instruction *of, const struct executor *e)
{
    uint32_t sum = 0;
    for (int i = 0; i < of->count; i++) {
        const struct term *term = &of->terms[i];
        uint32_t value = term->number;
        if (term->operand == REGISTER)
            value = e->reg[term->number];
        else if (term->operand == CELL)
            value = memory[term->number]->kind; /* C3 */
        sum = term->negative ? sum - value : sum + value;
    }
    return sum & MASK;
}

/* Whether the executor executed a crash. */
static inline int execute(const struct instruction *what, struct executor *e)
{
    switch (what->kind) {
    case CRASH:
        return 1;
    case NOOP:
        return 0;
    case WRITE:
        memory[evaluate(what, e)] = what->written; /* C4 */
        return 0;
    case STORE:
        e->reg[what->reg] = evaluate(what, e);
        return 0;
    }
    return 0;
}

/* The next instruction; `i` goes up by one, but not beyond 4096, where a crash is read (C2). */
static inline const struct instruction *fetch(struct executor *e)
{
    return e->reg[I] == CELLS ? &blank : memory[e->reg[I]++];
}

static const char *play(uint64_t max_turns, uint64_t *turns)
{
    for (*turns = 0; *turns < max_turns;) {
        const struct instruction *first = fetch(&executor[0]);
        const struct instruction *second = fetch(&executor[1]);
        int crash_first = execute(first, &executor[0]);
        int crash_second = execute(second, &executor[1]);
        ++*turns;
        if (crash_first && crash_second)
            return "draw - both-crash"; /* C5 */
        if (executor[0].reg[I] == executor[1].reg[I])
            return "draw - same-address";
        if (crash_first)
            return "win 1 crash";
        if (crash_second)
            return "win 0 crash";
    }
    return "draw - turn-limit"; /* C6 */
}

static uint64_t hash;

static void add(const char *text)
{
    for (; *text; text++)
        hash = (hash ^ (uint8_t)*text) * UINT64_C(0x100000001b3);
}

static void add_instruction(const struct instruction *what)
{
    static const char *const names[] = {"crash", "noop", "write ", "store "};
    static const char *const registers[] = {" i", " a", " b"};
    add(names[what->kind]);
    if (what->kind == WRITE) {
        add_instruction(what->written);
        add(" ");
        add(what->text);
    } else if (what->kind == STORE) {
        add(what->text);
        add(registers[what->reg]);
    }
}

static uint64_t memory_hash(void)
{
    hash = UINT64_C(0xcbf29ce484222325);
    for (int at = 0; at < CELLS; at++) {
        add_instruction(memory[at]);
        add("\n");
    }
    return hash;
}

static void print_state(void)
{
    const uint16_t *one = executor[0].reg, *two = executor[1].reg;
    printf(" i %u %u a %u %u b %u %u", one[I], two[I], one[A], two[A], one[B], two[B]);
    printf(" memory %016" PRIx64, memory_hash());
}

int main(int argc, char **argv)
{
    int with_state = argc > 1 && strcmp(argv[1], "state") == 0;
    char what[8];
    int programs = 0;
    while (scanf("%7s", what) == 1) {
        if (strcmp(what, "program") == 0) {
            read_program(programs++ % 2);
        } else if (strcmp(what, "match") == 0) {
            uint64_t max_turns = number(), turns;
            set_up();
            const char *outcome = play(max_turns, &turns);
            printf("%s turns %" PRIu64, outcome, turns);
            if (with_state)
                print_state();
            putchar('\n');
        } else {
            fail("program or match");
        }
    }
    return 0;
}
