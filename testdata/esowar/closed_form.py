#!/usr/bin/env python3
"""Writes closed-form.json: cases in which something happens while a loop runs.

An engine that does many turns of a loop at once must notice all of these. Every case is played twice: here, with a
record of what happened, which must be what the case is about; and by ../plain/esowar.c. Both must agree.

    python3 closed_form.py          # needs gcc
"""

import json
import pathlib
import subprocess
import tempfile
from collections import Counter

HERE = pathlib.Path(__file__).parent
SYMBOLS = "rd><+[]"
R, D, RIGHT, LEFT, PLUS, OPEN, CLOSE = range(7)

SWEEPER = "[+]+[<[+]+]"
SMART = "[+]+[[[+]+<++++++][+]+[<][+]+]d"
WAITER = "[+]+[]"


class Match:
    """A match, and what happened in it."""

    def __init__(self, squares, max_turns, bases, start, robots):
        self.bases, self.max_turns = bases, max_turns
        self.board, self.owner = [R] * squares, [None] * squares
        for seat, (base, at) in enumerate(zip(bases, start)):
            assert at + len(base) <= squares, "bases lie inside the board"
            for offset, symbol in enumerate(base):
                assert self.owner[at + offset] is None, "bases do not overlap"
                self.owner[at + offset] = seat
                self.board[at + offset] = SYMBOLS.index(symbol)
        self.commanders, self.robots = list(start), list(robots)
        self.alive, self.deaths, self.turns = [True] * len(bases), [], 0
        # What happened, each with how often.
        self.seen = Counter()
        self.last_writer = [None] * squares
        self.play()

    def play(self):
        seat = 0
        while sum(self.alive) > 1 and self.turns < self.max_turns:
            if self.alive[seat]:
                self.turns += 1
                reason = self.act(seat)
                if reason:
                    self.alive[seat] = False
                    self.deaths.append({"player": seat, "turn": self.turns, "reason": reason})
            seat = (seat + 1) % len(self.bases)

    def act(self, seat):
        board, squares, here = self.board, len(self.board), self.commanders[seat]
        symbol, robot = board[here], self.robots[seat]
        if self.last_writer[here] is not None:
            self.seen["read what a robot wrote"] += 1
        if symbol == D:
            return "read-d"
        following = (here + 1) % squares
        if symbol in (RIGHT, LEFT):
            self.robots[seat] = (robot + (1 if symbol == RIGHT else -1)) % squares
            if abs(self.robots[seat] - robot) > 1:
                self.seen["robot over the edge"] += 1
        elif symbol == PLUS:
            self.write(seat, robot)
        elif symbol == OPEN and board[robot] == R:
            partner = self.partner(here, 1, OPEN, CLOSE)
            if partner is None:
                return "no-match"
            following = (partner + 1) % squares
            self.walked(here, partner, partner > here)
        elif symbol == CLOSE:
            following = self.partner(here, -1, CLOSE, OPEN)
            if following is None:
                return "no-match"
            self.walked(here, following, following < here)
        if symbol in (R, RIGHT, LEFT, PLUS) and following == 0:
            self.seen["commander over the edge"] += 1
        self.commanders[seat] = following
        return None

    def write(self, seat, robot):
        before = self.board[robot]
        self.board[robot] = (before + 1) % 7
        owner = self.owner[robot]
        self.seen["own base written" if owner == seat else "enemy's base written" if owner is not None else "written"] += 1
        if before >= OPEN or before == PLUS:
            self.seen["bracket made or unmade"] += 1
        if self.last_writer[robot] not in (None, seat):
            self.seen["written after another"] += 1
        if any(other == robot and at != seat for at, other in enumerate(self.robots)):
            self.seen["written under another's robot"] += 1
            self.seen["made r under another's robot"] += before == CLOSE
        self.last_writer[robot] = seat

    def walked(self, here, there, inside):
        self.seen["walk inside" if inside else "walk over the edge"] += 1
        self.seen["longest walk"] = max(self.seen["longest walk"], abs(there - here))

    def partner(self, here, step, deeper, shallower):
        depth, squares = 1, len(self.board)
        for distance in range(1, squares):
            at = (here + step * distance) % squares
            depth += (self.board[at] == deeper) - (self.board[at] == shallower)
            if depth == 0:
                return at
        return None

    def expect(self):
        over = sum(self.alive) == 1
        return {
            "outcome": "win" if over else "draw",
            "winner": self.alive.index(True) if over else None,
            "turns": self.turns,
            "deaths": self.deaths,
            "commanders": self.commanders,
            "robots": self.robots,
            "board": runs(self.board),
        }

    def line(self):
        """The line that ../plain/esowar.c prints."""
        expect = self.expect()
        deaths = "".join(f" {death['player']}:{death['turn']}:{death['reason']}" for death in self.deaths)
        numbers = lambda of: " ".join(map(str, of))
        hashed = 0xCBF29CE484222325
        for symbol in self.board:
            hashed = ((hashed ^ symbol) * 0x100000001B3) % 2**64
        return (
            f"{expect['outcome']} {'-' if expect['winner'] is None else expect['winner']} turns {self.turns} "
            f"deaths{deaths} commanders {numbers(self.commanders)} robots {numbers(self.robots)} board {hashed:016x}"
        )


def runs(board):
    texts, at = [], 0
    while at < len(board):
        end = at
        while end < len(board) and board[end] == board[at]:
            end += 1
        texts.append(SYMBOLS[board[at]] + (f"*{end - at}" if end - at > 1 else ""))
        at = end
    return " ".join(texts)


cases = []


def case(name, why, squares, max_turns, bases, start, robots, **happens):
    """Adds a case. What `happens` names must have happened so often, or more often."""
    game = Match(squares, max_turns, bases, start, [robot % squares for robot in robots])
    for what, least in happens.items():
        what = {"own": "own base written", "enemy": "enemy's base written", "edge": "robot over the edge",
                "walker_edge": "commander over the edge", "brackets": "bracket made or unmade",
                "after": "written after another", "under": "written under another's robot", "opened": "made r under another's robot",
                "read": "read what a robot wrote", "ring": "walk over the edge", "far": "longest walk",
                "turns": "turns", "deaths": "deaths", "limit": "limit"}[what]
        found = {"turns": game.turns, "deaths": len(game.deaths), "limit": game.turns == max_turns}.get(
            what, game.seen[what])
        assert found >= least, f"{name}: {what} {found} of {least}: {game.deaths} {game.seen}"
    robots = [robot % squares for robot in robots]
    cases.append((game, {
        "name": name, "why": why, "params": {"squares": squares, "max_turns": max_turns}, "bases": bases,
        "start": start, "robots": robots, "expect": game.expect()}))


def add_cases():
    running_loops()
    meetings()
    brackets()
    passes()
    players()
    walkers()


LOOPS = {"left-1": SWEEPER, "right-1": "[+]+[>[+]+]", "left-4": "[+]+[<<<<[+]+]", "right-3": "[+]+[>>>[+]++]",
         "left-smart": SMART}


def running_loops():
    why = "E5: a robot that comes to its own base changes the loop that is running; a change counts from the next read on"
    for name, loop in LOOPS.items():
        for far in (0, 1, 2, 23):
            right = far + len(loop)
            at = 40
            robot = at + right if "left" in name else at - 1 - far
            if name == "left-smart":
                # Without the mark at its end nothing tells her that the base is hers.
                loop = SMART[:-1]
            case(f"own-loop-{name}-from-{far}", why, 150, 4000, [loop, "[]"], [at, 140], [robot, 140], own=1)
    why = "E5: a robot that comes to the other base changes the loop that is running there; it counts from the next read on"
    enemies = {"waiter": WAITER, "counter": "+[+++++++]", "walker": "+[<>]", "sweeper": SWEEPER, "nest": "+[[[[]]]]"}
    for name, loop in LOOPS.items():
        for enemy_name, enemy in enemies.items():
            left = "left" in name
            at, other, robot = (5, 70, 100) if left else (100, 40, 20)
            case(f"enemy-loop-{name}-{enemy_name}", why, 150, 6000, [loop, enemy], [at, other],
                 [robot, 130 if left else 5], enemy=1)
    why = "Notes: a robot that walks off one side of the board is on the other; the loop that moves it goes on"
    for name, loop in LOOPS.items():
        if name != "left-smart":
            left = "left" in name
            case(f"edge-{name}", why, 160, 1500, [loop, "[]"], [70, 100], [30 if left else 130, 100], edge=1)
    for squares in (13, 14, 17, 20):
        for name in ("left-1", "right-1"):
            case(f"small-ring-{name}-{squares}", why + "; on a small board it soon comes to where it began",
                 squares, 900, [LOOPS[name], "[]"], [0, squares - 2], [squares - 1 if name == "left-1" else 0, squares - 2],
                 own=1)


def meetings():
    why = "Table: the next symbol is that of what is there now, whoever wrote it; two robots may stand on one square"
    for first, second in (("+[+++++++]", "+[+++++++]"), ("+[++]", "+[+++]"), ("[+]+[]", "[+]+[]"), ("[+][+]", "+[+]+[+]"),
                          ("+[[+]+]", "+[[+]++]"), ("+[++++++++]", "+[+]")):
        name = f"{first}-{second}"
        case(f"one-square-{name}", why, 60, 997, [first, second], [10, 30], [50, 50], under=2)
        case(f"one-square-three-{name}", why, 60, 998, [first, second, "+[+]+"], [10, 25, 40], [50, 50, 50], under=2)
    why = "E5, table: a robot finds what another left there a few turns before, or is in the middle of changing"
    for ahead in (1, 2, 3, 7):
        for chaser, chased in ((SWEEPER, "[+]+[<+]"), (SWEEPER, SWEEPER), ("[+]+[<<[+]+]", SWEEPER), ("+[<+]", "+[<++]")):
            case(f"chase-{chaser}-{chased}-{ahead}", why, 400, 3001, [chaser, chased], [20, 60],
                 [300, 300 - ahead], after=1)
    for apart in (10, 11, 12, 13):
        case(f"head-on-{apart}", why, 400, 2001, [SWEEPER, "[+]+[>[+]+]"], [20, 60], [200 + apart, 200], after=1)
    why = "Table, `[`: she looks at what is under her robot now; the other robot makes it `r` for a while as it comes by"
    for idle in (WAITER, WAITER + WAITER, "+[<>]", "+[[[]]]", "+[><><]", "+[+++++++]"):
        # The moment matters: the first distances at which it happens.
        setups = ((far, Match(300, 3000, [SWEEPER, idle], [20, 60], [200 + far, 200])) for far in range(20, 60))
        opened = [far for far, game in setups if game.seen["made r under another's robot"]]
        for far in opened[:2]:
            case(f"opened-{idle}-{far}", why, 300, 3000, [SWEEPER, idle], [20, 60], [200 + far, 200], opened=1)


def brackets():
    why = "E3: brackets are matched on the board as it stands at that moment; one of them becomes another symbol, or comes to be"
    for loop in ("[[]]", "[]", "+[<>]", "[[[]]]+", "[>[<]>]", "[r[r]r]"):
        for offset in range(0, len(loop), 2):
            # The robot of the first counts a square of the second up for as long as it is let.
            case(f"bracket-{loop}-{offset}", why, 70, 700, ["+++++++" * 6 + "r", loop], [0, 50],
                 [50 + offset, 50], enemy=1, brackets=1)
    for loop in ("[+++++++]", "[+++]", "[++++++]"):
        # A robot counts a square of the other's loop round and round: every seventh time it is a bracket of one kind.
        for at in range(8):
            case(f"bracket-counted-{loop}-{at}", why, 80, 800, ["+" + loop, "+[r[r]r]"], [10, 40], [40 + at, 70],
                 enemy=1, brackets=1)
    for loop in ("+[+++++++]", "+[++++]", "+[+]"):
        case(f"bracket-both-{loop}", why, 80, 800, [loop, loop], [10, 40], [40 + len(loop) - 1, 10 + len(loop) - 1],
             enemy=2, brackets=1)
    why = "E3: the partner is found with nesting counted, however deep"
    for deep in (3, 30, 64, 130):
        nest = "[" * deep + "<>" + "]" * deep
        case(f"deep-{deep}", why, 2 * deep + 40, 2000, ["+" + nest, "[]"], [2, 2 * deep + 20], [2 * deep + 30, 2 * deep + 20],
             limit=1)
        # A sweep comes from the right and takes the nest apart while it is walked through.
        case(f"deep-swept-{deep}", why, 2 * deep + 100, 9000, ["+" + nest, SWEEPER], [2, 2 * deep + 60],
             [2 * deep + 80, 2 * deep + 30], enemy=deep // 3)
    why = "E3: the search goes on round the ring, over every other square"
    for squares in (50, 64, 65, 500, 5000):
        case(f"ring-close-{squares}", why, squares, 500, ["]", "[+"], [0, squares - 20], [squares // 2, squares // 2], ring=1)
        case(f"ring-open-{squares}", why, squares, 500, ["[", "+]+"], [squares - 2, 10], [squares // 2, squares // 3], ring=1)
        case(f"ring-loop-{squares}", why, squares, 1500, ["]++", "+[<>"], [0, squares - 9],
             [squares // 2, squares // 3], ring=2, far=squares - 15)
        case(f"ring-swept-{squares}", why, squares, 4 * squares, ["]+<", "+[<>+"], [0, squares - 9],
             [squares // 2, squares // 2], ring=2, read=0)


def passes():
    why = "E1, E7: the turn limit counts turns, wherever in a pass of the loop they end"
    for limit in range(1000, 1011):
        case(f"limit-sweeper-{limit}", why, 500, limit, [SWEEPER, "[]"], [300, 400], [200, 400], limit=1)
    for limit in range(1500, 1532, 3):
        case(f"limit-smart-{limit}", why, 500, limit, [SMART, WAITER], [300, 400], [200, 250], limit=1)
    for limit in (1501, 1507, 1512, 1519, 1526):
        case(f"limit-three-{limit}", why, 700, limit, [SWEEPER, "[+]+[>>[+]++]", "+[<+>]"], [300, 400, 550],
             [200, 450, 600], limit=1)
    why = "E1, table: a loop that leaves its robot where it was goes on until the turn limit"
    for loop in ("[]", "[[]]", "[<>]", "[><]", "[<<>>]", "[+++++++]", "[r]", "[rr<r>]", "[[[[]]]]", "[><[<>]]"):
        case(f"idle-{loop}", why, 60, 100_001, ["+" + loop, "[]"], [10, 40], [30, 40], limit=1)
    why = "Table: every pass of the loop moves the robot by as many squares, and does there what it did before"
    for step in ("<", ">", "<<", ">>>", "<<<<<<<", ">" * 13):
        for deed in ("+", "[+]+", "++", "+++++"):
            case(f"step-{step}-{deed}", why, 1500, 2003, [f"[+]+[{step}{deed}]", "[]"], [700, 745],
                 [600 if "<" in step else 800, 745], turns=600)
    why = "Table: the loop goes on over squares that were not `r`, and the pass there takes longer or shorter"
    for text in ("rrr>rrr", "+", "[]", "dd", "]]]]", "<rr<rr<", "[[r]]", "+>+<+"):
        case(f"over-{text}", why, 400, 3000, [SWEEPER, text, "[]"], [300, 150, 390], [200, 30, 390], enemy=1)


def players():
    why = "E1: players take turns in order; the passes of their loops take different numbers of turns"
    loops = ["+[]", SWEEPER, "+[<>]", "[+]+[>>[+]+]", "+[+++++++]", "[+]+[<<<+]", "+[[]]", "[+]+[>+++++]"]
    for count in range(3, 9):
        for turned in (0, 3):
            bases = [loops[(seat + turned) % 8] for seat in range(count)]
            case(f"players-{count}-{turned}", why, 1600, 4003, bases, [100 * seat + 20 for seat in range(count)],
                 [100 * seat + 95 + 700 for seat in range(count)], turns=500)
    why = "E6, E1: the dead take no turns, so from then on the others' come sooner"
    for seat in range(3):
        for steps in (40, 41, 42, 300):
            bases = [SWEEPER, "[+]+[<<[+]+]"]
            bases.insert(seat, "r" * steps + "d")
            start, robots = [900, 1000], [700, 350]
            start.insert(seat, 1100)
            robots.insert(seat, 1050)
            case(f"death-{seat}-{steps}", why, 1500, 5000, bases, start, robots, deaths=1, turns=steps * 3)
    why = "E6, E7: several die while others sweep, and the last one left has won"
    for steps in (10, 11, 25):
        bases = ["r" * steps + "d", SWEEPER, "r" * (3 * steps) + "]", "+[<>]"]
        case(f"deaths-{steps}", why, 600, 9000, bases, [10, 150, 200, 350], [500, 140, 500, 450], deaths=2)


def walkers():
    why = "Table, `r`: she walks on, round the ring and through what comes; every square takes a turn"
    for base in ("r", "+", "<", "><", "+<", "++++++<<", "<<<<<<<+"):
        case(f"runner-{base}", why, 257, 5001, [base, "rr"], [100, 200], [30, 200], walker_edge=1)
        case(f"runner-large-{base}", why, 5003, 12_001, [base, "<<"], [100, 4000], [30, 4000], walker_edge=1)
    case("runners-two", why, 1009, 40_003, ["r", "<<<<"], [0, 500], [0, 500], limit=1, walker_edge=30)
    case("runners-write", why, 1009, 20_003, ["+", "<"], [0, 500], [0, 499], walker_edge=1)
    why = "E5: she reads what a sweep has left there, or has not come to yet, at that turn"
    for count in range(1, 7):
        for name, step in (("left", "<"), ("right", ">")):
            loop = f"+[{step}{'+' * count}]"
            case(f"swept-{name}-{count}", why, 800, 6000, [loop, "r"], [600, 100],
                 [300 if step == "<" else 150, 500], read=1)
    for far in (50, 51, 52, 53, 100):
        case(f"swept-meeting-{far}", why, 800, 6000, [SWEEPER, "r"], [600, 100], [100 + far, 500], deaths=1, read=1)
        case(f"swept-behind-{far}", why, 800, 9000, ["[+]+[>[+]+]", "r"], [20, 200], [200 + far, 700], read=1, deaths=1)
    why = "E5, E7: the document's programs on a large board, for as long as they last"
    case("large-sweepers", why, 200_000, 700_001, [SWEEPER, SWEEPER], [150_000, 20_000], [90_000, 120_000], turns=500_000)
    case("large-smart", why, 200_000, 400_001, [SMART, SWEEPER], [40_000, 20_000], [60_000, 2000], turns=10_000)
    case("large-runners", why, 100_000, 500_001, ["+<+<r", "><"], [50_000, 99_000], [70_000, 60_000], turns=1000)


def check_with_c():
    with tempfile.TemporaryDirectory() as folder:
        program = pathlib.Path(folder) / "esowar"
        flags = ["-O2", "-Wall", "-Wextra", "-Werror", "-std=c11"]
        subprocess.run(["gcc", *flags, "-o", program, HERE / "../plain/esowar.c"], check=True)
        text = ""
        for _, content in cases:
            params, numbers = content["params"], [*content["start"], *content["robots"]]
            text += f"bases {len(content['bases'])}\n" + "\n".join(content["bases"]) + "\n"
            text += f"match {params['squares']} {params['max_turns']} {' '.join(map(str, numbers))}\n"
        lines = subprocess.run([program, "state"], input=text, capture_output=True, check=True, text=True).stdout
    lines = lines.splitlines()
    assert len(lines) == len(cases)
    for line, (game, content) in zip(lines, cases):
        assert line == game.line(), f"{content['name']}: {line} is not {game.line()}"


if __name__ == "__main__":
    add_cases()
    check_with_c()
    contents = [content for _, content in cases]
    assert len({content["name"] for content in contents}) == len(contents)
    with open(HERE / "closed-form.json", "w") as out:
        out.write('{"format": "bout-conformance/1", "game": "esowar", "cases": [\n')
        out.write(",\n".join(json.dumps(content) for content in contents))
        out.write("\n]}\n")
    print(len(contents), "cases")
