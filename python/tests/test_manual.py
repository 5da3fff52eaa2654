"""The code in the manual and in the documentation runs, and prints what they say."""

from __future__ import annotations

import doctest
import re

from conftest import ROOT

import bout


def test_the_code_of_the_manual_runs() -> None:
    page = (ROOT / "crates/bout/manual/python.md").read_text()
    blocks = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    assert len(blocks) == 2
    names: dict[str, object] = {}
    for block in blocks:
        exec(block, names)
    ranking, boards = names["ranking"], names["boards"]
    assert isinstance(ranking, bout.Ranking) and len(ranking) == len(bout.examples("crash"))
    assert isinstance(boards, bout.Boards) and boards.cells.shape[1] == 4096


def test_examples_print_what_they_say() -> None:
    assert bout.__doc__ is not None
    readme = (ROOT / "python/README.md").read_text()
    for text in [bout.__doc__, readme]:
        examples = doctest.DocTestParser().get_doctest(text, {}, "examples", None, None)
        assert examples.examples
        assert doctest.DocTestRunner().run(examples).failed == 0
