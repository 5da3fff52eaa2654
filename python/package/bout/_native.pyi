"""The types of what is written in Rust. People import it from `bout`."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from os import PathLike
from typing import Any, Literal, final, overload

from numpy import str_, uint32, uint64
from numpy.typing import NDArray
from typing_extensions import TypeAlias

_Source: TypeAlias = str | bytes | PathLike[str]
_Program: TypeAlias = Program | str | bytes | PathLike[str]
_Record: TypeAlias = Record | bytes | str | PathLike[str]

__all__ = [
    "Boards",
    "Breeder",
    "Counts",
    "Diagnostic",
    "Difference",
    "Fix",
    "GameInfo",
    "Match",
    "Outcome",
    "Program",
    "Ranking",
    "Record",
    "Results",
    "Row",
    "check",
    "exact",
    "examples",
    "format",
    "games",
    "play",
    "rate",
    "read_records",
    "replay",
    "scores",
]

@final
class GameInfo:
    """What is known of a game."""

    @property
    def name(self) -> str:
        """Its name, as functions take it."""
    @property
    def title(self) -> str:
        """Its name as a heading."""
    @property
    def summary(self) -> str:
        """What it is, in a line."""
    @property
    def rules_version(self) -> int:
        """It goes up whenever an outcome could change."""
    @property
    def min_programs(self) -> int:
        """The least number of programs in a match."""
    @property
    def max_programs(self) -> int:
        """The greatest number of programs in a match."""
    @property
    def playable(self) -> bool:
        """Whether its programs run here. Of the others, records can be read and played again."""
    @property
    def parameters(self) -> list[str]:
        """The keys of its parameters, for `rules`."""
    @property
    def reasons(self) -> list[str]:
        """The words for why a match ends."""

@final
class Fix:
    """A change of a source that resolves a diagnostic."""

    @property
    def title(self) -> str:
        """What it does, as an editor offers it."""
    @property
    def start(self) -> int:
        """The first byte that it replaces."""
    @property
    def end(self) -> int:
        """The byte after the last one."""
    @property
    def replacement(self) -> str:
        """What they are replaced with."""

@final
class Diagnostic:
    """An error or a warning of a program's source."""

    @property
    def severity(self) -> Literal["error", "warning"]:
        """A source with errors is no program."""
    @property
    def code(self) -> str:
        """A ruling of the game's page for errors (`C8`), a word for warnings."""
    @property
    def line(self) -> int | None:
        """The line, from 1; `None` if it concerns the whole source."""
    @property
    def column(self) -> int | None:
        """The column in characters, from 1."""
    @property
    def message(self) -> str:
        """What is wrong and what was expected."""
    @property
    def help(self) -> str:
        """What to do about it."""
    @property
    def fixes(self) -> list[Fix]:
        """Changes of the source, each of which resolves it."""

@final
class Program:
    """A legal program of a game. Two are equal if they play the same: comments do not matter."""

    def __new__(cls, game: str, source: _Source, *, file: str | None = None) -> Program:
        """Read a program.

        `source` is text (`str` or `bytes`) or the path of a file (`pathlib.Path`). `file` names it in messages and records.
        Raises `ProgramError` with every error and its place.
        """
    @property
    def game(self) -> str:
        """The game."""
    @property
    def name(self) -> str:
        """Its own name, or that of its file."""
    @property
    def author(self) -> str | None:
        """Who wrote it, if it says so."""
    @property
    def strategy(self) -> str | None:
        """What it tries, if it says so."""
    @property
    def file(self) -> str:
        """The file that it is from, without its folder."""
    @property
    def source(self) -> bytes:
        """Its source."""
    @property
    def canonical(self) -> str:
        """Its code as canonical text, without comments."""
    @property
    def length(self) -> int:
        """Its length in the game's unit."""
    @property
    def id(self) -> str:
        """Its identity: 64 hexadecimal digits."""
    @property
    def warnings(self) -> list[Diagnostic]:
        """The warnings of its source."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Outcome:
    """How a match ended."""

    @property
    def index(self) -> int:
        """The number of the match in its call, from 0."""
    @property
    def seed(self) -> int | None:
        """The seed that the setup was drawn from; `None` if the setup was given."""
    @property
    def setup(self) -> dict[str, list[int]]:
        """What the match started from."""
    @property
    def winner(self) -> int | None:
        """The seat of the winner; `None` if nobody won."""
    @property
    def tied(self) -> list[int]:
        """The seats that tie; empty if somebody won."""
    @property
    def reason(self) -> str:
        """Why it ended, in one of the game's words."""
    @property
    def turns(self) -> int:
        """Turns played."""
    @property
    def places(self) -> list[int]:
        """The place of each seat, 1 for the best."""
    @property
    def fault(self) -> tuple[int, str, str] | None:
        """The failure of a program that ended the match: seat, kind, detail. Only programs of foreign code fail."""
    @property
    def tallies(self) -> dict[str, list[int]]:
        """What else the game reports, one number per seat."""
    @property
    def digest(self) -> str:
        """The digest of the match, as the command line prints it: 64 hexadecimal digits."""

@final
class Results:
    """Matches of the same programs, in order: a sequence of `Outcome`."""

    def __len__(self) -> int: ...
    def __getitem__(self, index: int, /) -> Outcome: ...
    def __iter__(self) -> Iterator[Outcome]: ...
    @property
    def wins(self) -> list[int]:
        """How many matches each seat won."""
    @property
    def draws(self) -> int:
        """How many matches nobody won."""
    def win_rate(self, seat: int = 0, confidence: float = 0.95) -> tuple[float, float, float]:
        """The share of matches that a seat won, and the lower and the upper end of Wilson's interval."""
    def to_numpy(self) -> NDArray[Any]:
        """A structured array with the fields index, seed, winner (-1 if nobody won), turns, reason and places."""

@final
class Counts:
    """Results of a pair from every setup."""

    @property
    def wins(self) -> tuple[int, int]:
        """Setups from which the first and the second program wins."""
    @property
    def draws(self) -> int:
        """Setups from which nobody wins."""
    @property
    def setups(self) -> int:
        """All setups."""
    @property
    def score(self) -> float:
        """Points per match of the first program; a draw is half a point."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...

@final
class Row:
    """A program in a ranking."""

    @property
    def rank(self) -> int:
        """1 for the best; programs with the same score share a rank."""
    @property
    def index(self) -> int:
        """The position at which the program was handed in."""
    @property
    def name(self) -> str:
        """The key that it was handed in with, or its name."""
    @property
    def points(self) -> float:
        """A point for a win, half a point for a draw."""
    @property
    def wins(self) -> float:
        """Games won; exact scores give parts of games."""
    @property
    def draws(self) -> float:
        """Games drawn."""
    @property
    def losses(self) -> float:
        """Games lost."""
    @property
    def games(self) -> int:
        """All games."""
    @property
    def elo(self) -> float:
        """The rating in Elo points; the mean of the field is 0."""
    @property
    def elo_low(self) -> float:
        """The lower end of the rating's interval."""
    @property
    def elo_high(self) -> float:
        """The upper end of the rating's interval."""
    @property
    def best_rank(self) -> int:
        """The best rank that is possible. The ranges of all programs hold jointly."""
    @property
    def worst_rank(self) -> int:
        """The worst rank that is possible."""
    @property
    def better_than_next(self) -> float | None:
        """The likelihood that it is better than the program in the next row; `None` in the last row."""

@final
class Ranking:
    """The table of a round robin, the best first: a sequence of `Row`. A name finds a row, too."""

    def __len__(self) -> int: ...
    def __getitem__(self, key: int | str, /) -> Row: ...
    def __iter__(self) -> Iterator[Row]: ...
    @property
    def basis(self) -> Literal["setups", "field", "results"]:
        """What intervals are about: other setups, other opponents, or the results themselves."""
    @property
    def ranks_hold(self) -> bool:
        """Whether the ranges of ranks hold jointly."""
    @property
    def confidence(self) -> float:
        """The confidence of intervals."""
    @property
    def scores(self) -> list[list[float]]:
        """Points per game of each program against each, in the order in which they were handed in; NaN against itself."""
    def to_numpy(self) -> NDArray[Any]:
        """A structured array with the fields of `Row`; `better_than_next` of the last row is NaN."""

@final
class Record:
    """A finished match with everything that is needed to play it again: a `.bout` file."""

    def __new__(cls, source: bytes | str | PathLike[str]) -> Record:
        """Read a record from its bytes or the path of its file. Raises `RecordError` if it is damaged."""
    @property
    def file(self) -> str:
        """The path of its file; empty if it was read from bytes."""
    @property
    def game(self) -> str:
        """The game."""
    @property
    def rules_version(self) -> int:
        """The version of the game's rules."""
    @property
    def parameters(self) -> dict[str, int]:
        """All parameters by key."""
    @property
    def programs(self) -> list[tuple[str, bytes]]:
        """The files and the sources of the programs, by seat."""
    @property
    def outcome(self) -> Outcome:
        """How the match ended, as the record says."""
    @property
    def environment(self) -> dict[str, str]:
        """What the answers of foreign code depended on, by name."""
    def play(self) -> Match:
        """The match before its first turn, to be played again step by step. Foreign code is not run again."""

@final
class Difference:
    """A difference between a record and its match."""

    @property
    def what(self) -> str:
        """What differs."""
    @property
    def recorded(self) -> str:
        """What the record says."""
    @property
    def replayed(self) -> str:
        """What came of playing it again."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...

@final
class Boards:
    """The boards of a match after some turns."""

    @property
    def turns(self) -> NDArray[uint64]:
        """The turns."""
    @property
    def cells(self) -> NDArray[uint32]:
        """A row per turn, with the code of every cell: an index into `texts`."""
    @property
    def texts(self) -> list[str]:
        """What cells hold, by code."""
    @property
    def registers(self) -> dict[str, NDArray[uint64]]:
        """For each register an array with a row per turn and a column per seat."""

@final
class Match:
    """A match that is played step by step. A thread at a time can use it."""

    def __new__(
        cls,
        game: str,
        programs: Iterable[_Program],
        *,
        seed: int = 1,
        setup: Mapping[str, Sequence[int]] | None = None,
        rules: Mapping[str, int] | None = None,
    ) -> Match:
        """A match before its first turn. `setup` has lists that replace those drawn from `seed`."""
    @property
    def turn(self) -> int:
        """Turns played."""
    @property
    def is_over(self) -> bool:
        """Whether the match is over."""
    @property
    def outcome(self) -> Outcome | None:
        """How it ended; `None` until it is over."""
    @property
    def registers(self) -> dict[str, list[int]]:
        """Positions, registers and counts by name, one number per seat."""
    @property
    def state_hash(self) -> str | None:
        """The hash of everything that decides how the match goes on; `None` where the end was proven without playing."""
    def advance(self, turns: int = 1) -> bool:
        """Play some turns; says whether the match goes on."""
    def play_to(self, turn: int) -> bool:
        """Play until so many turns are played or the match is over; says whether it goes on."""
    def finish(self) -> Outcome:
        """Play to the end."""
    def cell(self, index: int) -> str:
        """What a cell of the board holds, in the game's canonical text."""
    def cells(self) -> list[str]:
        """What every cell holds."""
    def board(self) -> NDArray[str_]:
        """What every cell holds, as an array."""
    def boards(self, turns: Iterable[int]) -> Boards:
        """Play on and keep the boards after these turns, which rise. There are none after the end of the match."""
    def record(self) -> bytes:
        """The bytes of the match's record, once it is over."""

@final
class Breeder:
    """Makes programs at random, changes and crosses them. The same seed and calls make the same programs."""

    def __new__(cls, game: str, seed: int = 1) -> Breeder: ...
    def random(self) -> str:
        """A program from nothing."""
    def mutate(self, parent: _Program) -> str:
        """A program that differs from `parent` by a few changes."""
    def cross(self, mother: _Program, father: _Program) -> str:
        """A program with parts of both."""
    def niche(self, program: _Program) -> str:
        """The idea that a program follows, in a few words. There are at most a few hundred."""
    @property
    def quick_rules(self) -> dict[str, int]:
        """Parameters by which games of candidates are short."""

def games() -> list[GameInfo]:
    """All games."""

def examples(game: str) -> dict[str, str]:
    """The example programs of a game: sources by file name."""

def check(game: str, source: _Source) -> list[Diagnostic]:
    """Everything there is to say about a source: errors and warnings, in its order."""

@overload
def format(game: str, source: str | PathLike[str]) -> str: ...
@overload
def format(game: str, source: bytes) -> bytes:
    """A source in canonical form, with its comments. Raises `ProgramError` if it has errors."""

def play(
    game: str,
    programs: Iterable[_Program],
    *,
    seed: int = 1,
    games: int = 1,
    setup: Mapping[str, Sequence[int]] | None = None,
    rules: Mapping[str, int] | None = None,
    threads: int | None = None,
) -> Results:
    """Play matches between programs, each in the seat of its position, as `bout play` does.

    Match 0 has the setup of `seed`, the others those of seeds that follow from it. `setup` has lists that replace the drawn
    ones. `threads` is the number of processors, unless given; results do not depend on it.
    """

def exact(
    first: _Program,
    second: _Program,
    *,
    game: str = "crash",
    rules: Mapping[str, int] | None = None,
    threads: int | None = None,
) -> Counts:
    """Play every setup of two programs, of which `first` has seat 0, as `bout exact` does.

    Raises `UnsupportedError` for a game whose setups cannot be counted.
    """

def scores(
    game: str,
    programs: Iterable[_Program],
    opponents: Iterable[_Program],
    *,
    seed: int = 1,
    games: int = 10,
    rules: Mapping[str, int] | None = None,
    threads: int | None = None,
) -> list[list[float]]:
    """Points per game of every program against every opponent: a row per program, a column per opponent.

    Pairs meet as in `bout tournament --score sampled`: `games`, rounded up to an even number, half of them in each seat.
    """

def rate(
    game: str,
    programs: Mapping[str, _Program] | Iterable[_Program],
    *,
    seed: int = 1,
    games: int = 10,
    score: Literal["sampled", "exact"] = "sampled",
    confidence: float = 0.95,
    rules: Mapping[str, int] | None = None,
    threads: int | None = None,
) -> Ranking:
    """Play a round robin and rate the programs, as `bout tournament --score sampled` or `--score exact` does.

    The keys of a mapping name the programs.
    """

def replay(record: _Record, *, deep: bool = False) -> list[Difference]:
    """Play a record again and return how its match differs from it. A true record has no differences.

    With `deep`, the state at the end is compared, too. Raises `RecordError` if it cannot be played again.
    """

def read_records(source: _Record | Iterable[_Record]) -> NDArray[Any]:
    """Read records into a structured array, a row for each.

    `source` is a record, its bytes, a path, a folder, or several of these. The fields are file, game, index, seed, drawn
    (whether the setup was drawn from the seed), programs, winner (-1 if nobody won), turns, reason, places and digest.
    """
