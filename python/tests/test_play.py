"""Matches, results and arrays."""

from __future__ import annotations

import pickle
from pathlib import Path

import numpy as np
import pytest
from conftest import EXAMPLES, Command, example

import bout


def test_any_number_of_threads_gives_the_same(crash: dict[str, str]) -> None:
    pair = [crash["comb.crash"], crash["bomber.crash"]]
    one = [outcome.digest for outcome in bout.play("crash", pair, games=100, threads=1)]
    for threads in (2, 5, None):
        assert [outcome.digest for outcome in bout.play("crash", pair, games=100, threads=threads)] == one
    scores = bout.scores("crash", pair, list(crash.values())[:4], games=6, threads=1)
    assert bout.scores("crash", pair, list(crash.values())[:4], games=6, threads=3) == scores
    counts = bout.exact(*pair, rules={"max_turns": 10}, threads=1)
    assert bout.exact(*pair, rules={"max_turns": 10}, threads=3) == counts


def test_a_program_is_text_bytes_a_path_or_a_program(crash: dict[str, str]) -> None:
    text = crash["comb.crash"]
    path = example("crash", "comb")
    program = bout.Program("crash", path)
    assert (program.name, program.author, program.file) == ("Comb", "bout", "comb.crash")
    assert program.source == text.encode()
    assert program.length == 3 and program.canonical.count("\n") == 3
    assert program == bout.Program("crash", program.canonical)
    assert hash(program) == hash(bout.Program("crash", text))
    assert program != bout.Program("crash", "crash")
    assert program != "crash"
    played = [bout.play("crash", [one, "crash"])[0].digest for one in (text, text.encode(), path, program)]
    assert len(set(played)) == 1


def test_results_are_a_sequence() -> None:
    # The second program executes `crash` in its first turn.
    results = bout.play("crash", ["noop", "crash"], games=5)
    assert len(results) == 5 and results.wins == [5, 0] and results.draws == 0
    assert [outcome.index for outcome in results] == [0, 1, 2, 3, 4]
    assert results[-1].index == 4
    with pytest.raises(IndexError):
        results[5]
    with pytest.raises(IndexError):
        results[-6]
    rate, low, high = results.win_rate()
    # Wilson's interval of 5 of 5: 5 / (5 + 1.96²).
    assert (rate, high) == (1.0, 1.0) and low == pytest.approx(0.5655, abs=1e-4)
    with pytest.raises(IndexError):
        results.win_rate(2)
    array = results.to_numpy()
    assert array["winner"].tolist() == [0] * 5
    assert array["places"].tolist() == [[1, 2]] * 5
    array["turns"] = 0


def test_draws_have_no_winner() -> None:
    results = bout.play("crash", ["noop", "noop"], games=3, rules={"max_turns": 100})
    assert results.draws == 3 and results.wins == [0, 0]
    assert results[0].winner is None and results[0].tied == [0, 1] and results[0].places == [1, 1]
    assert results.to_numpy()["winner"].tolist() == [-1, -1, -1]


def test_a_match_step_by_step(crash: dict[str, str]) -> None:
    pair = [crash["comb.crash"], crash["bomber.crash"]]
    whole = bout.play("crash", pair, seed=7)[0]
    match = bout.Match("crash", pair, seed=7)
    assert (match.turn, match.is_over, match.outcome) == (0, False, None)
    start = whole.setup["start"]
    assert match.registers["i"] == start
    assert match.cell(start[0]) == match.cells()[start[0]] == str(match.board()[start[0]])
    assert match.cell(start[0]).startswith("write crash")
    with pytest.raises(IndexError):
        match.cell(4096)
    steps = 0
    while match.advance():
        steps += 1
    assert steps + 1 == match.turn == whole.turns
    assert match.outcome is not None and match.outcome.digest == whole.digest
    with pytest.raises(ValueError, match="turn 3 is over"):
        match.play_to(3)


def test_boards_over_time(crash: dict[str, str]) -> None:
    pair = [crash["comb.crash"], crash["bomber.crash"]]
    boards = bout.Match("crash", pair, seed=7).boards([0, 10, 500, 100_000])
    assert boards.turns.tolist() == [0, 10, 500], "the match is over before the last"
    assert boards.cells.shape == (3, 4096)
    texts = np.array(boards.texts)[boards.cells]
    for row, turn in enumerate([0, 10, 500]):
        match = bout.Match("crash", pair, seed=7)
        match.play_to(turn)
        assert (match.board() == texts[row]).all()
        assert boards.registers["i"][row].tolist() == match.registers["i"]


def test_boards_of_a_record(recorded: Path) -> None:
    record = bout.Record(sorted(recorded.iterdir())[0])
    assert record.game == "crash" and record.outcome.seed == 7
    assert [file for file, _ in record.programs] == ["comb.crash", "bomber.crash"]
    match = record.play()
    assert match.boards(range(0, 100, 10)).cells.shape == (10, 4096)
    assert match.finish().digest == record.outcome.digest
    assert match.record() == sorted(recorded.iterdir())[0].read_bytes()


@pytest.mark.parametrize(("game", "programs"), [("snakes", ["hunter.c", "greedy.c"]), ("perlwar", ["borg.pl", "decoy.pl"])])
def test_records_of_foreign_code_are_played_again_without_it(
    game: str, programs: list[str], command: Command, tmp_path: Path
) -> None:
    files = [EXAMPLES / game / name for name in programs]
    line = command("play", *files, "--record", tmp_path, "--output", "jsonl")[0]
    (file,) = tmp_path.iterdir()
    record = bout.Record(file)
    assert record.game == game and record.environment
    assert bout.replay(record, deep=True) == []
    match = record.play()
    middle = line["turns"] // 2
    match.play_to(middle)
    assert match.turn == middle
    assert match.finish().digest == record.outcome.digest == line["digest"]
    assert match.record() == file.read_bytes()


def test_breeding_repeats(crash: dict[str, str]) -> None:
    def bred() -> list[str]:
        breeder = bout.Breeder("crash", 3)
        child = breeder.cross(crash["comb.crash"], breeder.random())
        return [child, breeder.mutate(child), breeder.niche(child)]

    assert bred() == bred()
    for source in bred()[:2]:
        assert bout.check("crash", source) == []
    assert bred()[:2] != [bout.Breeder("crash", 4).random()] * 2
    assert bout.Breeder("crash").quick_rules["max_turns"] < 1_000_000


def test_what_games_there_are() -> None:
    playable = {game.name: game.playable for game in bout.games()}
    assert playable == {"esowar": True, "crash": True, "snakes": False, "perlwar": False}
    assert all(bout.examples(name) for name in playable)


def test_errors_travel_between_processes() -> None:
    with pytest.raises(bout.ProgramError) as caught:
        bout.Program("crash", "crash 1", file="mine.crash")
    assert str(caught.value).startswith("mine.crash:1:")
    assert pickle.loads(pickle.dumps(bout.SettingsError("no"))).args == ("no",)
