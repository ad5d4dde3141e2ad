"""The page's files, read once. Their folder is named by a hash of them all.

So a browser keeps them for good, and an upgrade, whose files have another folder, never mixes with them: the modules
name each other relative to themselves and stay in the folder; only the page, which no browser uses unasked, names it.
"""

from __future__ import annotations

from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

from tictactoe.draw.palette import palette_css
from tictactoe.draw.svg import draw_icon_svg
from tictactoe.ui.web.delivery import LASTING, Parcel

STATIC = Path(__file__).parent / "static"
PAGE = "index.html"
FOR_GOOD = "public, max-age=31536000, immutable"
KINDS = {".css": "text/css", ".html": "text/html", ".js": "text/javascript", ".svg": "image/svg+xml"}


class PageFiles(NamedTuple):
    """The folder in which a browser finds the page's files, and the answers that are files, by their path."""

    folder: str
    answers: dict[str, Parcel]


def page_files(is_embeddable: bool = False) -> PageFiles:
    """Read the files. The page offers to be put in a frame where that is allowed."""
    files = {path.name: path.read_bytes() for path in sorted(STATIC.iterdir()) if path.suffix in KINDS}
    files["palette.css"] = palette_css().encode()
    files["icon.svg"] = draw_icon_svg().encode()
    page = files.pop(PAGE)
    if is_embeddable:
        page = page.replace(b"<html ", b"<html data-embeddable ", 1)
    known = blake2b(digest_size=8)
    for name, content in sorted(files.items()):
        known.update(b"%s %d\n" % (name.encode(), len(content)) + content)
    folder = f"/static/{known.hexdigest()}/"
    answers = {f"{folder}{name}": _file(name, content, FOR_GOOD) for name, content in files.items()}
    answers["/"] = _file(PAGE, page.replace(b'"/static/', f'"{folder}'.encode()), LASTING)
    return PageFiles(folder, answers)


def _file(name: str, content: bytes, lasts: str) -> Parcel:
    kind = f"{KINDS[Path(name).suffix]}; charset=utf-8"
    return Parcel(200, [(b"content-type", kind.encode()), (b"cache-control", lasts.encode())], content)
