"""The notebooks: stored as they were written, and run from the first cell to the last."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

NOTEBOOKS = sorted((Path(__file__).parent.parent / "docs" / "notebooks").glob("*.ipynb"))
RUN = (
    "import sys, nbformat\n"
    "from nbclient import NotebookClient\n"
    "notebook = nbformat.read(sys.argv[1], as_version=4)\n"
    "NotebookClient(notebook, timeout=600, kernel_name='python3').execute()\n"
    "nbformat.validate(notebook)\n"
    "nbformat.write(notebook, sys.argv[2])\n"
)


def cells(notebook: dict[str, Any], kind: str) -> list[dict[str, Any]]:
    return [cell for cell in notebook["cells"] if cell["cell_type"] == kind]


def test_there_are_two() -> None:
    assert [path.stem for path in NOTEBOOKS] == ["minimax-and-alpha-beta", "perfect-play"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_stored_notebook_has_no_outputs_and_nothing_of_a_machine(path: Path) -> None:
    notebook = json.loads(path.read_text(encoding="utf-8"))
    assert notebook["metadata"] == {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
    }
    for cell in cells(notebook, "code"):
        assert (cell["outputs"], cell["execution_count"]) == ([], None)
        assert cell["metadata"] in ({}, {"tags": ["hide-input"]})
    assert path.read_text(encoding="utf-8") == json.dumps(notebook, indent=1, ensure_ascii=False, sort_keys=True) + "\n"


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_links_in_a_notebook_lead_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)[^)]*\)", path.read_text(encoding="utf-8")):
        assert (path.parent / target).exists(), target


@pytest.fixture(scope="module")
def executed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Any]]:
    folder = tmp_path_factory.mktemp("notebooks")
    done = {}
    for path in NOTEBOOKS:
        ran = subprocess.run([sys.executable, "-c", RUN, path, folder / path.name], capture_output=True, text=True)
        assert ran.returncode == 0, ran.stderr
        done[path.stem] = json.loads((folder / path.name).read_text(encoding="utf-8"))
    return done


def output(notebook: dict[str, Any], code: str, kind: str = "text/plain") -> str:
    """What the cell that contains this code printed, or shows as the given type."""
    cell = next(cell for cell in cells(notebook, "code") if code in "".join(cell["source"]))
    parts = [part.get("text") or part.get("data", {}).get(kind, "") for part in cell["outputs"]]
    return "".join("".join(part) for part in parts)


def test_perfect_play_in_ten_minutes(executed: dict[str, dict[str, Any]]) -> None:
    notebook = executed["perfect-play"]
    assert output(notebook, "b2", "image/svg+xml").startswith("<svg")
    assert "<table" in output(notebook, "board.analyze()", "text/html")
    assert "X to move." in output(notebook, "notebook.play()", "text/html")
    assert output(notebook, "notebook.play()", "application/vnd.jupyter.widget-view+json")
    assert "after a1: 7 of 8 replies lose\nafter b1: 4 of 8" in output(notebook, "replies lose")
    assert "5478 positions, 4520 of them unfinished" in output(notebook, "positions()")
    assert "'win': 2836, 'draw': 1052, 'loss': 632" in output(notebook, "positions()")
    assert "'draw': 82, 'O': 18" in output(notebook, "careful")


def test_minimax_and_alpha_beta_seen(executed: dict[str, dict[str, Any]]) -> None:
    notebook = executed["minimax-and-alpha-beta"]
    assert output(notebook, 'step.kind == "leaf"').endswith("start     MAX takes the largest: 0\n")
    cutoffs = output(notebook, 'step.kind == "cutoff"').splitlines()
    assert cutoffs[-1] == "b3     after a2: value 0 ≤ alpha 0; not tried: a3"
    whole = output(notebook, "seen(board, minimax)", "image/svg+xml")
    cut = output(notebook, "seen(board, alphabeta)", "image/svg+xml")
    assert "≤" not in whole
    assert "≥" not in whole
    assert cut.count("≤ 0") == 1  # b3, where O's other reply is not tried
    assert "1 more" in cut
    for code, nodes in (("count(board)", "47 20 20 20"), ("count(Board()", "55,505 2,316 943 322")):
        assert re.findall(r"value 0 +([\d,]+) nodes", output(notebook, code)) == nodes.split()
    assert "differ in 0" in output(notebook, "differ")
    assert "Step 36 of 38: b3: cutoff after a2" in output(notebook, "notebook.step(board", "text/html")
