"""Programming games as a library: play, replay, rate, count exactly, read records, and breed programs.

    >>> import bout
    >>> examples = bout.examples("crash")
    >>> results = bout.play("crash", [examples["comb.crash"], examples["bomber.crash"]], games=100)
    >>> results.wins, results.draws
    ([82, 18], 0)

The same arguments give the same results on every machine and for any number of threads, and the same as those of the
command `bout`. A program is its source (`str` or `bytes`), the path of its file (`pathlib.Path`), or a `Program`.

Functions that return arrays need numpy: `pip install 'bout[numpy]'`.
"""

from __future__ import annotations

from ._errors import (
    BoutError,
    InternalError,
    ProgramError,
    RecordError,
    SettingsError,
    UnsupportedError,
)
from ._native import (
    Boards,
    Breeder,
    Counts,
    Diagnostic,
    Difference,
    Fix,
    GameInfo,
    Match,
    Outcome,
    Program,
    Ranking,
    Record,
    Results,
    Row,
    check,
    exact,
    examples,
    format,
    games,
    play,
    rate,
    read_records,
    replay,
    scores,
)

__all__ = [
    "Boards",
    "BoutError",
    "Breeder",
    "Counts",
    "Diagnostic",
    "Difference",
    "Fix",
    "GameInfo",
    "InternalError",
    "Match",
    "Outcome",
    "Program",
    "ProgramError",
    "Ranking",
    "Record",
    "RecordError",
    "Results",
    "Row",
    "SettingsError",
    "UnsupportedError",
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
