"""Compiled code: functions of numbers and arrays that know nothing of the package's objects.

A set of cells is one 64-bit word. The question is always the same: can the attacker complete a line? The defender
prevents it, and in the real game may also complete one first. In the weak game (Maker-Breaker) the defender's lines
do not count.

numba keeps what it has compiled in files, but does not notice when a function in another file changes. So the files
are kept in a folder named after the text of all of these modules.
"""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

from numba import config

from tictactoe.search.places import cache_folder

_text = b"".join(path.read_bytes() for path in sorted(Path(__file__).parent.glob("*.py")))
COMPILED = cache_folder() / f"compiled-{sha256(_text).hexdigest()[:16]}"
config.CACHE_DIR = str(COMPILED)  # type: ignore[attr-defined]


def is_compiled() -> bool:
    """Whether an earlier run has compiled these modules, so that they need only be loaded."""
    return any(COMPILED.rglob("prove.search-*.nbi"))
