/*
 * A plain interpreter of Esowar in C, written from the rules alone: what bout's speed is measured against, and
 * what its outcomes are compared with. It does nothing clever: the board is an array of symbols, a matching bracket
 * is looked for square by square (E3), and every turn is played. E1 to E7 are rulings of docs/manual/esowar.md.
 *
 *     gcc -O2 -Wall -Wextra -Werror -std=c11 -o esowar esowar.c
 *     ./esowar < matches          outcomes
 *     ./esowar state < matches    outcomes, each with where everybody stands and a hash of the board (FNV-1a, 64 bits,
 *                                 over the values of the squares, a byte each)
 *
 * In: "bases K" and K bases; then any number of matches of them, "match SQUARES MAX_TURNS", K starts and K robots;
 * then other bases, or the end. All of it is words, with spaces or line ends between. Out: a line a match, such as
 *
 *     win 0 turns 94 deaths 1:94:read-d commanders 10 26 robots 25 36 board 440f7679d9270eb5
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { R, D, RIGHT, LEFT, PLUS, OPEN, CLOSE };

#define MAX_PLAYERS 64
#define MAX_SYMBOLS 10000

struct player {
    uint32_t commander, robot;
    int alive;
};

struct death {
    int player;
    uint64_t turn;
    const char *reason;
};

static int players;
static char bases[MAX_PLAYERS][MAX_SYMBOLS + 1];

static uint8_t *board;
static uint32_t squares;
static struct player player[MAX_PLAYERS];
static struct death deaths[MAX_PLAYERS];
static int dead;

static void fail(const char *expected)
{
    fprintf(stderr, "expected %s\n", expected);
    exit(1);
}

static uint64_t number(void)
{
    uint64_t value;
    if (scanf("%" SCNu64, &value) != 1)
        fail("a number");
    return value;
}

static void read_bases(void)
{
    players = (int)number();
    if (players < 2 || players > MAX_PLAYERS)
        fail("2 to 64 players");
    for (int i = 0; i < players; i++)
        if (scanf("%10000s", bases[i]) != 1)
            fail("a base");
}

static void write_base(uint32_t start, const char *base)
{
    static const char symbols[] = "rd><+[]";
    for (uint32_t at = start; *base; base++, at++) {
        const char *found = strchr(symbols, *base);
        if (!found || at >= squares)
            fail("symbols inside the board");
        board[at] = (uint8_t)(found - symbols);
    }
}

static void set_up(void)
{
    board = realloc(board, squares);
    if (!board)
        fail("memory");
    memset(board, R, squares);
    for (int i = 0; i < players; i++) {
        player[i].commander = (uint32_t)number();
        player[i].alive = 1;
        write_base(player[i].commander, bases[i]);
    }
    for (int i = 0; i < players; i++) {
        player[i].robot = (uint32_t)number();
        if (player[i].robot >= squares)
            fail("robots on the board");
    }
    dead = 0;
}

static inline uint32_t right_of(uint32_t square, uint32_t squares)
{
    return square + 1 == squares ? 0 : square + 1;
}

static inline uint32_t left_of(uint32_t square, uint32_t squares)
{
    return square == 0 ? squares - 1 : square - 1;
}

/* E3: the partner of the `[` on this square, or the square itself if it has none. */
static uint32_t matching_close(const uint8_t *board, uint32_t squares, uint32_t open)
{
    uint32_t depth = 1;
    for (uint32_t at = right_of(open, squares); at != open; at = right_of(at, squares)) {
        if (board[at] == OPEN)
            depth++;
        else if (board[at] == CLOSE && --depth == 0)
            return at;
    }
    return open;
}

/* E3: the partner of the `]` on this square, or the square itself if it has none. */
static uint32_t matching_open(const uint8_t *board, uint32_t squares, uint32_t close)
{
    uint32_t depth = 1;
    for (uint32_t at = left_of(close, squares); at != close; at = left_of(at, squares)) {
        if (board[at] == CLOSE)
            depth++;
        else if (board[at] == OPEN && --depth == 0)
            return at;
    }
    return close;
}

/* One instruction of one player (E1); what killed her, if it did. */
static inline const char *act(uint8_t *restrict board, uint32_t squares, struct player *restrict p)
{
    uint32_t here = p->commander, partner;
    switch (board[here]) {
    case R:
        break;
    case D:
        return "read-d";
    case RIGHT:
        p->robot = right_of(p->robot, squares);
        break;
    case LEFT:
        p->robot = left_of(p->robot, squares);
        break;
    case PLUS:
        board[p->robot] = board[p->robot] == CLOSE ? R : board[p->robot] + 1;
        break;
    case OPEN:
        if (board[p->robot] != R)
            break; /* E4 */
        partner = matching_close(board, squares, here);
        if (partner == here)
            return "no-match";
        p->commander = right_of(partner, squares);
        return NULL;
    case CLOSE:
        partner = matching_open(board, squares, here);
        if (partner == here)
            return "no-match";
        p->commander = partner;
        return NULL;
    }
    p->commander = right_of(here, squares);
    return NULL;
}

/* Plays the match to its end: the turns that were played (E1, E6, E7). */
static uint64_t play(uint64_t max_turns)
{
    uint64_t turns = 0;
    for (;;) {
        for (int i = 0; i < players; i++) {
            if (!player[i].alive)
                continue;
            if (turns == max_turns)
                return turns;
            turns++;
            const char *reason = act(board, squares, &player[i]);
            if (reason) {
                player[i].alive = 0;
                deaths[dead++] = (struct death){i, turns, reason};
                if (dead == players - 1)
                    return turns;
            }
        }
    }
}

static void print_outcome(uint64_t turns)
{
    if (dead == players - 1) {
        int winner = 0;
        while (!player[winner].alive)
            winner++;
        printf("win %d", winner);
    } else {
        printf("draw -");
    }
    printf(" turns %" PRIu64 " deaths", turns);
    for (int i = 0; i < dead; i++)
        printf(" %d:%" PRIu64 ":%s", deaths[i].player, deaths[i].turn, deaths[i].reason);
}

static void print_state(void)
{
    printf(" commanders");
    for (int i = 0; i < players; i++)
        printf(" %" PRIu32, player[i].commander);
    printf(" robots");
    for (int i = 0; i < players; i++)
        printf(" %" PRIu32, player[i].robot);
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (uint32_t at = 0; at < squares; at++)
        hash = (hash ^ board[at]) * UINT64_C(0x100000001b3);
    printf(" board %016" PRIx64, hash);
}

int main(int argc, char **argv)
{
    int with_state = argc > 1 && strcmp(argv[1], "state") == 0;
    char word[8];
    while (scanf("%7s", word) == 1) {
        if (strcmp(word, "bases") == 0) {
            read_bases();
        } else if (strcmp(word, "match") == 0) {
            squares = (uint32_t)number();
            uint64_t max_turns = number();
            set_up();
            print_outcome(play(max_turns));
            if (with_state)
                print_state();
            putchar('\n');
        } else {
            fail("bases or match");
        }
    }
    return 0;
}
