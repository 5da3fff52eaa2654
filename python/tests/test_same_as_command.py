"""The package and the command give the same results."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import EXAMPLES, Command, example

import bout

GAMES = {"crash": ["comb", "bomber"], "esowar": ["hawk", "sweeper", "flea"]}


@pytest.mark.parametrize("game", GAMES)
def test_play(game: str, command: Command) -> None:
    files = [example(game, name) for name in GAMES[game]]
    *lines, summary = command("play", *files, "--games", 30, "--seed", 5, "--output", "jsonl")
    results = bout.play(game, files, games=30, seed=5)
    assert len(results) == len(lines) == 30
    for line, outcome in zip(lines, results):
        assert outcome.index == line["match"]
        assert outcome.seed == line["seed"]
        assert outcome.winner == line.get("winner")
        assert outcome.reason == line["reason"]
        assert outcome.turns == line["turns"]
        assert outcome.digest == line["digest"]
    assert results.wins == summary["summary"]["wins"]
    assert results.draws == summary["summary"]["draws"]


def test_play_by_other_rules_and_from_a_given_setup(command: Command) -> None:
    files = [example("crash", "comb"), example("crash", "bomber")]
    asked = ["--rules", "max_turns=500", "--setup", "start=0,2000", "--output", "jsonl"]
    line = command("play", *files, *asked)[0]
    outcome = bout.play("crash", files, rules={"max_turns": 500}, setup={"start": [0, 2000]})[0]
    assert outcome.seed is None
    assert outcome.setup == {"start": [0, 2000]}
    assert (outcome.digest, outcome.turns) == (line["digest"], line["turns"])


def test_exact(command: Command) -> None:
    # A short limit of turns makes the count short.
    files = [example("crash", "comb"), example("crash", "bomber")]
    said = command("exact", *files, "--rules", "max_turns=60", "--output", "jsonl")[0]
    counts = bout.exact(*files, rules={"max_turns": 60})
    assert list(counts.wins) == said["wins"]
    assert counts.draws == said["draws"]
    assert counts.setups == said["placements"] == sum(counts.wins) + counts.draws
    assert counts.score == pytest.approx((counts.wins[0] + counts.draws / 2) / counts.setups)


def tournament(command: Command, files: list[Path], folder: Path, *asked: object) -> dict[str, Any]:
    """The whole result of a tournament of the command."""
    return command("tournament", *files, *asked, "--results", folder, "--output", "json")[0]


FIELD = [example("crash", name) for name in ["comb", "bomber", "bloodhound", "hermit", "guard"]]
# Every pair of these is counted within a second.
SOON_COUNTED = [example("crash", name) for name in ["comb", "bomber", "backward"]]


@pytest.mark.parametrize(("score", "files"), [("sampled", FIELD), ("exact", SOON_COUNTED)])
def test_rate(score: Any, files: list[Path], command: Command, tmp_path: Path) -> None:
    said = tournament(command, files, tmp_path, "--games", 21, "--seed", 3, "--score", score)
    ranking = bout.rate("crash", {str(file): file for file in files}, games=21, seed=3, score=score)
    assert len(said["table"]) == len(ranking) == len(files)
    assert (ranking.basis, ranking.ranks_hold) == (said["ratings"]["basis"], said["ratings"]["ranks_hold"])
    for line, row in zip(said["table"], ranking):
        assert (row.name, row.rank, row.games) == (line["program"], line["rank"], line["games"])
        assert (row.best_rank, row.worst_rank) == (line["best_rank"], line["worst_rank"])
        for number in ["points", "wins", "draws", "losses"]:
            assert getattr(row, number) == pytest.approx(line[number], abs=1e-9)
        for number in ["elo", "elo_low", "elo_high"]:
            # The command rounds them to a tenth.
            assert getattr(row, number) == pytest.approx(line[number], abs=0.0501)
        if row.better_than_next is None:
            assert line["better_than_next"] is None
        else:
            assert row.better_than_next == pytest.approx(line["better_than_next"], abs=0.0001)
        assert files[row.index] == Path(row.name)
    array = ranking.to_numpy()
    assert array["name"].tolist() == [row.name for row in ranking]
    assert array["elo"].tolist() == [row.elo for row in ranking]


def test_scores_are_those_of_the_cross_table(command: Command, tmp_path: Path) -> None:
    files = FIELD
    said = tournament(command, files, tmp_path, "--games", 20, "--seed", 9, "--score", "sampled")
    scores = bout.scores("crash", files[:2], files[2:], games=20, seed=9)
    assert np.shape(scores) == (2, 3)
    ranking = bout.rate("crash", files, games=20, seed=9)
    for row, program in enumerate(files[:2]):
        for column, opponent in enumerate(files[2:]):
            assert ranking.scores[row][column + 2] == scores[row][column]
            pair = (str(program), str(opponent))
            cell = next(one for one in said["cross"] if (one["program"], one["opponent"]) == pair)
            assert scores[row][column] == (cell["wins"] + cell["draws"] / 2) / 20


def test_records(recorded: Path, command: Command) -> None:
    lines = command("replay", recorded, "--output", "jsonl")
    array = bout.read_records(recorded)
    assert len(array) == len(lines) == 4
    for line, row in zip(lines, array):
        assert line["true"] and line["differences"] == []
        assert (row["file"], row["game"], row["digest"]) == (line["record"], line["game"], line["digest"])
        assert bout.replay(row["file"]) == []
    results = bout.play("crash", [example("crash", "comb"), example("crash", "bomber")], games=4, seed=7)
    played = results.to_numpy()
    for field in ["index", "seed", "winner", "turns", "reason", "places"]:
        np.testing.assert_array_equal(array[field], played[field])
    assert array["drawn"].all()
    assert array["programs"].tolist() == [["comb.crash", "bomber.crash"]] * 4


def test_a_record_made_here_is_that_of_the_command(recorded: Path) -> None:
    match = bout.Match("crash", [example("crash", "comb"), example("crash", "bomber")], seed=7)
    match.finish()
    (first, *_) = sorted(recorded.iterdir())
    assert match.record() == first.read_bytes()


def test_check_and_format(command: Command, tmp_path: Path) -> None:
    bad = tmp_path / "bad.crash"
    bad.write_text("crash\nstoer 1 2\n")
    # The command's answer is no, which is an exit code of its own.
    said = bout.check("crash", bad)
    assert [(one.severity, one.line, one.column) for one in said] == [("error", 2, 1)]
    for file in sorted((EXAMPLES / "esowar").iterdir()):
        assert bout.check("esowar", file) == []
        assert bout.format("esowar", file.read_bytes()) == file.read_bytes()
        assert bout.examples("esowar")[file.name] == file.read_text()
