"""The notebook does what it says."""

from __future__ import annotations

import re
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

NOTEBOOK = Path(__file__).parents[1] / "examples" / "train.ipynb"


# What Jupyter itself warns of is not ours.
@pytest.mark.filterwarnings("ignore")
def test_the_population_climbs_the_hill() -> None:
    notebook = nbformat.read(NOTEBOOK, as_version=4)  # type: ignore[no-untyped-call]
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert all(not cell.outputs and cell.execution_count is None for cell in cells), "outputs are kept out"
    NotebookClient(notebook, timeout=600).execute()
    printed = ["".join(output.text for output in cell.outputs) for cell in cells]
    ranks = re.search(r"^ *(\d+)  champion\.crash", "\n".join(printed), re.MULTILINE)
    # A program from nothing would be among the last. All seeds are fixed, so that it is the same every time.
    assert ranks is not None and int(ranks[1]) <= 9
