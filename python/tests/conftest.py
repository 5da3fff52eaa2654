"""What tests share: the example programs, and the command `bout` to compare with."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import bout

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "crates" / "bout" / "examples"

Command = Callable[..., "list[dict[str, Any]]"]


@pytest.fixture(scope="session")
def command() -> Command:
    """Runs `bout` and returns the JSON documents that it prints."""
    binary = os.environ.get("BOUT", str(ROOT / "target" / "debug" / "bout"))
    if not Path(binary).exists():
        pytest.fail(f"{binary} is missing: run `cargo build -p bout`, or name the binary with BOUT=…")

    def run(*arguments: object) -> list[dict[str, Any]]:
        words = [binary, *map(str, arguments)]
        done = subprocess.run(words, check=True, capture_output=True, text=True)
        documents = done.stdout.splitlines() if "jsonl" in words else [done.stdout]
        return [json.loads(document) for document in documents]

    return run


def example(game: str, name: str) -> Path:
    """The file of an example program."""
    return EXAMPLES / game / f"{name}.{game}"


@pytest.fixture(scope="session")
def crash() -> dict[str, str]:
    """The sources of Crash's examples."""
    return bout.examples("crash")


@pytest.fixture
def recorded(tmp_path: Path, command: Command) -> Path:
    """A folder with the records of four matches that the command has played."""
    pair = example("crash", "comb"), example("crash", "bomber")
    command("play", *pair, "--games", 4, "--seed", 7, "--record", tmp_path, "--output", "jsonl")
    return tmp_path
