"""The widgets in JupyterLab, in a browser, pressed as a person would: a part of `make trial`, with the package index.

JupyterLab and the package with its extra are installed in a fresh environment. Nothing but that server is asked for
anything. A folder as an argument gets pictures of what was seen.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Page

from pages import browsing
from patience import PATIENCE

ROOT = Path(__file__).parent.parent
CELLS = (
    "from tictactoe.adapters import notebook\n\ngame = notebook.play()\ngame",
    "notebook.step('XXO/.OX/..O')",
    "shown = notebook.play('.O./.X./...', side='both')\nshown.hint.click()\nshown",
)
SHOWS = """title => [...document.querySelectorAll('button')].some(each => each.title === title
    && each.textContent.trim() === (title.endsWith('empty') ? '' : title.slice(-1)))"""
"""Whether there is a button of this title that has on it what the title says."""


@contextmanager
def lab(folder: Path) -> Iterator[str]:
    """The address of a JupyterLab that has a notebook of these cells, and nothing of the person who runs this."""
    venv.create(folder / "venv", with_pip=True)
    python = folder / "venv" / "bin" / "python"
    subprocess.run([python, "-m", "pip", "install", "--quiet", "jupyterlab", f"{ROOT}[notebook]"], check=True)
    cells: list[dict[str, object]] = [
        {
            "cell_type": "code",
            "id": f"cell-{number}",
            "execution_count": None,
            "metadata": {},
            "outputs": [],
            "source": code,
        }
        for number, code in enumerate(CELLS)
    ]
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    notebook = {"cells": cells, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}
    home = folder / "home"
    home.mkdir()
    (home / "trial.ipynb").write_text(json.dumps(notebook), encoding="utf-8")
    command: list[str | Path] = [
        python,
        "-m",
        "jupyterlab",
        "--no-browser",
        "--allow-root",
        "--ip=127.0.0.1",
        "--port=0",
    ]
    quiet = ["--IdentityProvider.token=", "--LabApp.news_url=None"]
    environment = {"PATH": os.environ["PATH"], "HOME": str(home)}
    with subprocess.Popen([*command, *quiet], cwd=home, env=environment, stderr=subprocess.PIPE, text=True) as server:
        try:
            assert server.stderr
            said = iter(server.stderr.readline, "")
            yield next(found[0] for line in said if (found := re.search(r"http://127\.0\.0\.1:\d+/", line)))
        finally:
            server.terminate()


def wait_for(page: Page, *titles: str) -> None:
    for title in titles:
        page.wait_for_function(SHOWS, arg=title)


def try_it(page: Page, address: str, pictures: Path | None) -> None:
    asked: list[str] = []
    page.set_default_timeout(PATIENCE * 1000)
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{address}lab/tree/trial.ipynb")
    page.locator(".jp-Notebook .jp-Cell").first.click()
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_text("Run All Cells", exact=True).click()
    page.get_by_text("A perfect player takes a1. X to move: X wins in 5.").wait_for()

    page.get_by_title("b2: empty").first.click()
    page.get_by_text("O played a1. X to move.").wait_for()
    wait_for(page, "b2: X", "a1: O", "c3: empty")
    page.get_by_role("button", name="Hint").first.click()
    page.get_by_text("A perfect player takes b1. X to move: draw.").wait_for()
    wait_for(page, "c3: =")
    page.get_by_title("b1: =").press("Space")  # which takes the hint away again
    page.get_by_text("O played b3. X to move.").wait_for()
    wait_for(page, "b1: X", "b3: O", "c3: empty")

    for number in (2, 3):
        page.get_by_role("button", name="Next").click()
        page.get_by_text(f"Step {number} of 38").wait_for()
    page.get_by_text("3 nodes, 0 cutoffs").wait_for()
    if pictures:
        page.screenshot(path=pictures / "notebook.png", full_page=True)
        page.locator(".jp-Cell").last.screenshot(path=pictures / "hint.png")
    outside = [url for url in asked if not url.startswith((address, "data:", "blob:"))]
    assert not outside, outside


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(prefix="trial-") as name, lab(Path(name)) as address, browsing() as browser:
        where = Path(sys.argv[1]) if len(sys.argv) > 1 else None
        try_it(browser.new_page(viewport={"width": 1100, "height": 1500}), address, where)
    print("The widgets work in JupyterLab.")
