#!/usr/bin/env python3
"""Golden vectors of what is drawn from seeds, worked out without any code of bout.

    python3 testdata/seeds/golden.py > testdata/seeds/golden.json

Written from the rules alone (rulings E8 and C7, and the manual's chapter on seeds), with a ChaCha20
of its own, so that the Rust code and this have nothing in common that could be wrong in both:

- The key stream of (seed, stream) is ChaCha20 as D. J. Bernstein defined it: 20 rounds, a 64-bit
  block counter that starts at 0, a 64-bit nonce. The key is the seed in 8 bytes, least significant
  first, and 24 zero bytes; the nonce is `stream`. It is read as 64-bit numbers, least significant
  byte first, one after the other.
- A number below n: the next 64 bits; those from 2^64 - (2^64 mod n) on are thrown away and the next
  ones taken; the remainder by n.
- An order of k programs: 0 to k-1, and from the last place down to the second, each exchanged with a
  place drawn from those up to and including itself.
- A placement of k programs that leave f cells free: first an order, then k different numbers below
  f + k (one that came before is drawn again), sorted: v. The j-th program in the order starts at
  v[j] - j + the lengths of those before it.
- A setup of Esowar: the placement, then each robot by seat, a number below the squares of the board.
  A setup of Crash: the placement on 4096 cells. Both from stream 0 of the match's seed.
- A setup of PerlWar: one number of 64 bits, the key, from stream 0 of the match's seed. splitmix(s, n) is number n,
  counting from 1, of SplitMix64 seeded with s. The seed of round r is splitmix(key, r). From stream 0 of that seed: an
  order of all players, and for each in this order who enters a snippet, a number below the empty cells, or below his own
  where none is empty, if there is any; it counts these from cell 0. `rand` of a run starts from
  splitmix(seed of the round, cell + 1), shifted right by 32.
- The seed of match 0 of a command with seed S is S; that of match k is the first 64 bits of stream k,
  shifted right by 11.

In the output, numbers of up to 64 bits are decimal text, because readers of JSON that keep numbers
as doubles would round them.
"""

import json

MASK32 = (1 << 32) - 1
MASK64 = (1 << 64) - 1


def quarter_round(x, a, b, c, d):
    for first, second, third, bits in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
        x[first] = (x[first] + x[second]) & MASK32
        mixed = x[third] ^ x[first]
        x[third] = (mixed << bits | mixed >> (32 - bits)) & MASK32


def block(key, counter, nonce):
    """One block of 64 bytes."""
    words = [key[i:i + 4] for i in range(0, 32, 4)]
    state = [int.from_bytes(word, "little") for word in [b"expa", b"nd 3", b"2-by", b"te k"] + words]
    state += [counter & MASK32, counter >> 32, nonce & MASK32, nonce >> 32]
    x = list(state)
    for _ in range(10):
        quarter_round(x, 0, 4, 8, 12)
        quarter_round(x, 1, 5, 9, 13)
        quarter_round(x, 2, 6, 10, 14)
        quarter_round(x, 3, 7, 11, 15)
        quarter_round(x, 0, 5, 10, 15)
        quarter_round(x, 1, 6, 11, 12)
        quarter_round(x, 2, 7, 8, 13)
        quarter_round(x, 3, 4, 9, 14)
    return b"".join(((a + b) & MASK32).to_bytes(4, "little") for a, b in zip(x, state))


# The first block of the all-zero key and nonce, as every implementation publishes it.
assert block(bytes(32), 0, 0).hex() == (
    "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7"
    "da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586"
)
# The same with the last bit of the nonce's last byte set (draft-agl-tls-chacha20poly1305, vector 3).
assert block(bytes(32), 0, 1 << 56).hex().startswith("de9cba7bf3d69ef5e786dc63973f653a0b49e015adbff713")


class Draw:
    """The numbers of one stream of one seed."""

    def __init__(self, seed, stream=0):
        self.key = seed.to_bytes(8, "little") + bytes(24)
        self.stream = stream
        self.counter = 0
        self.left = b""

    def next(self):
        if not self.left:
            self.left = block(self.key, self.counter, self.stream)
            self.counter += 1
        number, self.left = int.from_bytes(self.left[:8], "little"), self.left[8:]
        return number

    def below(self, n):
        while True:
            x = self.next()
            if x < (1 << 64) - (1 << 64) % n:
                return x % n

    def order(self, k):
        order = list(range(k))
        for i in range(k - 1, 0, -1):
            j = self.below(i + 1)
            order[i], order[j] = order[j], order[i]
        return order

    def placement(self, lengths, size):
        k, free = len(lengths), size - sum(lengths)
        order = self.order(k)
        drawn = set()
        while len(drawn) < k:
            drawn.add(self.below(free + k))
        start, before = [0] * k, 0
        for j, v in enumerate(sorted(drawn)):
            start[order[j]] = v - j + before
            before += lengths[order[j]]
        return start


def match_seed(seed, index):
    return seed if index == 0 else Draw(seed, index).next() >> 11


def esowar(seed, lengths, squares):
    draw = Draw(seed)
    start = draw.placement(lengths, squares)
    robots = [draw.below(squares) for _ in lengths]
    return {"seed": str(seed), "lengths": lengths, "squares": squares, "start": start, "robots": robots}


def crash(seed, lengths):
    return {"seed": str(seed), "lengths": lengths, "start": Draw(seed).placement(lengths, 4096)}


def splitmix(seed, place):
    z = (seed + 0x9E3779B97F4A7C15 * place) & MASK64
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & MASK64
    z = (z ^ z >> 27) * 0x94D049BB133111EB & MASK64
    return z ^ z >> 31


# The first numbers of every published SplitMix64 with the seed 1234567.
assert [splitmix(1234567, place) for place in (1, 2, 3)] == [
    6457827717110365317, 3203168211198807973, 9817491932198370423,
]


def perlwar(seed, players, size):
    """Three rounds in which everybody who is not out enters a snippet that does nothing."""
    key = Draw(seed).next()
    owners, rounds = [None] * size, []
    left = set(range(players))
    for number in (1, 2, 3):
        draw, entered = Draw(splitmix(key, number)), []
        for player in draw.order(players):
            if player not in left:
                continue
            for owner in (None, player):
                cells = [cell for cell in range(size) if owners[cell] == owner]
                if cells:
                    break
            cell = cells[draw.below(len(cells))] if cells else None
            if cell is not None:
                owners[cell] = player
            entered.append([player, cell])
        left = set(owners) - {None}
        rounds.append(entered)
    return {
        "seed": str(seed), "players": players, "size": size, "key": str(key),
        "round_seeds": [str(splitmix(key, number)) for number in (1, 2, 3)],
        "rand_seeds": [splitmix(splitmix(key, number), cell + 1) >> 32 for number, cell in RUNS],
        "entered": rounds,
    }


# Rounds and cells.
RUNS = [(1, 0), (1, 99), (2, 0), (1_000_000, 9999)]

SEEDS = [0, 1, 2, 42, 0x0123456789ABCDEF, (1 << 53) - 1, 1 << 63, (1 << 64) - 1]


def key_stream(seed):
    draw = Draw(seed)
    # More than two blocks, so that the counter goes on.
    return {"seed": str(seed), "numbers": [str(draw.next()) for _ in range(20)]}


def below(seed, bound):
    draw = Draw(seed)
    return {"seed": str(seed), "bound": str(bound), "numbers": [str(draw.below(bound)) for _ in range(12)]}


def order(seed, count):
    return {"seed": str(seed), "count": count, "order": Draw(seed).order(count)}


# About every second draw is thrown away below the first two bounds.
BOUNDS = [(1 << 63) + 1, (1 << 63) + 12345, (1 << 64) - 1, 1 << 63, 3 << 62, 200_000, 4096, 7, 3, 2, 1]

vectors = {
    "key_streams": [key_stream(seed) for seed in SEEDS],
    "below": [below(seed, bound) for seed in (0, 42) for bound in BOUNDS],
    "orders": [order(seed, count) for seed in (0, 42) for count in (1, 2, 3, 8, 64)],
    "match_seeds": [
        {"seed": str(seed), "index": str(index), "match_seed": str(match_seed(seed, index))}
        for seed in SEEDS
        for index in (0, 1, 2, 3, 1000, (1 << 32) + 1, (1 << 64) - 1)
    ],
    "esowar": [
        esowar(seed, lengths, squares)
        for seed in SEEDS
        for lengths, squares in (
            ([11, 31], 200_000),
            ([10_000, 1, 5000], 300_000),
            ([1, 1], 2),
            ([3, 4, 5], 12),
            ([3, 4, 5], 13),
            ([100] * 8, 1000),
        )
    ]
    # No room to spare: nearly every number is drawn more than once.
    + [esowar(seed, [1 + i % 3 for i in range(64)], 127) for seed in (0, 42)],
    "crash": [
        crash(seed, lengths)
        for seed in SEEDS
        for lengths in ([1, 1], [1, 4], [128, 128], [128, 3])
    ],
    "perlwar": [
        perlwar(seed, players, size)
        for seed in SEEDS
        for players, size in ((2, 100), (3, 100), (16, 40), (3, 5), (4, 3))
    ],
}


def lines(value):
    return "[\n" + ",\n".join(json.dumps(each) for each in value) + "\n]"


print("{" + ",\n".join(f"{json.dumps(name)}: {lines(value)}" for name, value in vectors.items()) + "}")
