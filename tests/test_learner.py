"""The learner in docs/learning.md learns, and its curve is the one that is shown."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

from console import run
from tictactoe.adapters.agents import as_player
from tictactoe.rules import Game, Position

DOCS = Path(__file__).parent.parent / "docs"
PAGE = (DOCS / "learning.md").read_text(encoding="utf-8")


def test_the_programs_on_the_page_run() -> None:
    programs = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    assert len(programs) == 6
    for program in programs:
        names: dict[str, Any] = {"__name__": "a program"}
        exec(program, names)  # noqa: S102  it is ours
        if "make" in names:
            assert as_player(names["make"], Game(3, 3, 3), "open_spiel")(Position()) in range(9)


def test_the_learner_learns_what_is_shown(tmp_path: Path) -> None:
    [program] = re.findall(r"```python\n(\"\"\"A learner.*?)```", PAGE, re.DOTALL)
    [(command, table)] = re.findall(r"```text\n\$ tictactoe (evaluate learner.py.*?)\n(.*?)```", PAGE, re.DOTALL)
    (tmp_path / "learner.py").write_text(program, encoding="utf-8")
    subprocess.run([sys.executable, "-W", "error", "learner.py"], cwd=tmp_path, check=True)
    asked = "import os, sys; os.chdir(sys.argv.pop(1)); from tictactoe.ui.commands import main; main(sys.argv[1:])"
    done = run(str(tmp_path), *command.split(), program=[sys.executable, "-c", asked])
    assert done.stdout.strip() == table.strip()
    assert (tmp_path / "learning-curve.svg").read_bytes() == (DOCS / "learning-curve.svg").read_bytes()
    shares = dict(re.findall(r"after-(\d+)-games\.json +([\d.]+) %", table))
    said = PAGE.partition("![The learning curve: ")[2]
    for games in ("00000", "05000", "35000"):
        assert f"{shares[games]} %" in said
    assert re.findall(r"after-(\d+)-games.json .* draw", table)[0] == "40000"
