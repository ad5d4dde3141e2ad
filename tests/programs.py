"""Programs to be checked: a good one, and what can be made of it."""

from __future__ import annotations

from pathlib import Path

DATA = Path(__file__).parent / "data"
GOOD = (DATA / "good.py").read_text(encoding="utf-8")
IMPORTS = (DATA / "imports.py").read_text(encoding="utf-8")


def hostile(name: str, **words: object) -> str:
    """The good program, made hostile; the words in capitals are replaced."""
    text = (DATA / "hostile" / f"{name}.py").read_text(encoding="utf-8")
    for word, value in words.items():
        text = text.replace(word, str(value))
    return f"{GOOD}\n\n{text}"


def changed(*changes: tuple[str, str]) -> str:
    """The good program with some text replaced, each by the other of its pair."""
    text = GOOD
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


def save(text: str, folder: Path) -> Path:
    path = folder / "tictactoe.py"
    path.write_text(text, encoding="utf-8")
    return path
