"""What is refused, and how."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import bout

PAIR = ["noop", "crash"]


def test_a_program_with_errors_says_where() -> None:
    with pytest.raises(bout.ProgramError, match=r"^program\.crash:3:1: `stoer`") as caught:
        bout.play("crash", ["noop", "crash\ncrash\nstoer 1 2"])
    error = caught.value
    assert (error.line, error.column, error.file) == (3, 1, "program.crash")
    assert [fix.replacement for fix in error.diagnostics[0].fixes] == ["store"]
    assert isinstance(error, (bout.BoutError, ValueError))
    with pytest.raises(bout.ProgramError):
        bout.format("crash", "stoer 1 2")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"game": "chess"}, "there is no game `chess`"),
        ({"programs": ["noop"]}, "crash is for exactly 2 programs, but got 1"),
        ({"programs": []}, "exactly 2 programs, but got 0"),
        ({"rules": {"max_turn": 5}}, "no parameter `max_turn`"),
        ({"rules": {"max_turns": 0}}, "`max_turns` is 0"),
        ({"setup": {"start": [0, 0]}}, "overlap|apart|start"),
        ({"setup": {"begin": [0, 9]}}, "begin"),
        ({"games": 0}, "`games` is 0"),
        ({"threads": 0}, "`threads` is 0"),
    ],
)
def test_settings(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(bout.SettingsError, match=message):
        bout.play(**{"game": "crash", "programs": PAIR, **arguments})


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"programs": "noop"}, TypeError),
        ({"programs": [1, 2]}, TypeError),
        ({"programs": [None, "noop"]}, TypeError),
        ({"programs": None}, TypeError),
        ({"seed": -1}, OverflowError),
        ({"seed": 2**64}, OverflowError),
        ({"seed": "1"}, TypeError),
        ({"games": 1.5}, TypeError),
        ({"rules": {"max_turns": -1}}, OverflowError),
        ({"rules": {1: 1}}, TypeError),
        ({"rules": [1]}, AttributeError),
        ({"setup": {"start": "ab"}}, TypeError),
        ({"programs": [Path("/nowhere/x.crash"), "noop"]}, FileNotFoundError),
    ],
)
def test_types(arguments: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        bout.play(**{"game": "crash", "programs": PAIR, **arguments})


def test_a_program_of_another_game() -> None:
    with pytest.raises(bout.SettingsError, match="a program of esowar cannot play crash"):
        bout.play("crash", [bout.Program("esowar", "+"), "noop"])


@pytest.mark.parametrize("game", ["snakes", "perlwar"])
def test_foreign_code_is_for_the_command(game: str) -> None:
    with pytest.raises(bout.UnsupportedError, match="bout play"):
        bout.play(game, ["int main;", "x"])
    with pytest.raises(bout.UnsupportedError, match="bout play"):
        bout.Breeder(game)


def test_what_cannot_be_counted() -> None:
    with pytest.raises(bout.UnsupportedError, match="cannot be counted"):
        bout.exact("+", "+d", game="esowar")
    with pytest.raises(bout.BoutError, match="cannot be counted"):
        bout.rate("esowar", ["+", "+d"], score="exact")


def test_ratings_need_sense() -> None:
    with pytest.raises(bout.SettingsError, match="at least 2 programs, but got 1"):
        bout.rate("crash", ["noop"])
    with pytest.raises(bout.SettingsError, match="`confidence` is 1"):
        bout.rate("crash", PAIR, confidence=1)
    with pytest.raises(bout.SettingsError, match="sampled or exact"):
        bout.rate("crash", PAIR, score="maybe")  # type: ignore[arg-type]
    with pytest.raises(KeyError):
        bout.rate("crash", PAIR)["Comb"]


def test_damaged_records(recorded: Path) -> None:
    whole = sorted(recorded.iterdir())[0].read_bytes()
    assert bout.Record(whole).game == "crash"
    for damaged in [b"", b"x", whole[:-1], whole[: len(whole) // 2], whole + b"\n", whole.replace(b'"turns"', b'"turms"')]:
        with pytest.raises(bout.RecordError):
            bout.Record(damaged)
    flipped = bytearray(whole)
    flipped[len(whole) // 2] ^= 1
    with pytest.raises(bout.RecordError, match="altered"):
        bout.read_records(bytes(flipped))
    bad = recorded / "bad.bout"
    bad.write_bytes(b"nothing")
    with pytest.raises(bout.RecordError, match=r"bad\.bout: this is not a record"):
        bout.read_records(recorded)
    with pytest.raises(FileNotFoundError, match="nowhere"):
        bout.read_records("nowhere.bout")
    for wrong in [1, None, [1], [[whole]]]:
        with pytest.raises(TypeError):
            bout.read_records(wrong)  # type: ignore[arg-type]


def test_a_match_that_is_not_over_has_no_record() -> None:
    match = bout.Match("crash", ["noop", "noop"])
    with pytest.raises(RuntimeError, match="finish"):
        match.record()
    with pytest.raises(TypeError):
        match.boards(5)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="turn 1 is over"):
        match.boards([2, 1])


def test_no_records_are_an_empty_array(tmp_path: Path) -> None:
    array = bout.read_records(tmp_path)
    assert array.shape == (0,) and array["digest"].tolist() == []
