"""Ctrl-C, and other threads of Python while matches are played."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator

import pytest

import bout

# They take minutes: these calls end because they are interrupted. Were they not, their results would still fit in memory.
MANY = 10**7


@pytest.fixture(autouse=True)
def ctrl_c_is_heard() -> Iterator[None]:
    """Programs that a shell starts in the background ignore Ctrl-C, and Python then leaves it so."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.parametrize(
    "work",
    [
        lambda pair: bout.play("crash", pair, games=MANY, threads=2),
        lambda pair: bout.play("crash", pair, games=MANY, threads=1),
        lambda pair: bout.scores("crash", pair, pair, games=MANY),
        lambda pair: bout.rate("crash", pair, games=MANY),
        lambda pair: bout.rate("crash", pair * 50, score="exact"),
    ],
)
def test_ctrl_c_ends_a_long_call(work: Callable[[list[str]], object], crash: dict[str, str]) -> None:
    pair = [crash["comb.crash"], crash["bloodhound.crash"]]
    # The timer's thread runs while matches are played: Python's lock is free.
    timer = threading.Timer(0.2, signal.raise_signal, (signal.SIGINT,))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        work(pair)
    timer.join()


def test_threads_of_python_play_at_once(crash: dict[str, str]) -> None:
    # Every thread plays a match of its own, and all give the same.
    digests: list[str] = []
    pair = [crash["comb.crash"], crash["bomber.crash"]]
    play = lambda: digests.append(bout.Match("crash", pair, seed=7).finish().digest)  # noqa: E731
    threads = [threading.Thread(target=play) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(digests) == 8 and len(set(digests)) == 1
