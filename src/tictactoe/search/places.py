"""Where things are kept between runs."""

from __future__ import annotations

import os
import tempfile
from functools import cache
from hashlib import sha256
from pathlib import Path

from platformdirs import user_cache_path


@cache
def cache_folder() -> Path:
    """A folder that can be written to: $TICTACTOE_CACHE, the user's cache folder, or else one for this run only."""
    wanted = Path(os.environ.get("TICTACTOE_CACHE") or user_cache_path("tictactoe"))
    try:
        wanted.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=wanted):
            return wanted
    except OSError:
        return Path(tempfile.mkdtemp(prefix="tictactoe-"))


@cache
def compiled_folder() -> Path:
    """Where numba keeps what it has compiled: a folder named after the text of all kernels, and where they are.

    numba does not notice when a function in another file changes; so, with any change, everything is compiled anew. It
    keeps the work of each copy of the package apart; so do we, that one copy is not taken for another.
    """
    kernels = Path(__file__).parent / "kernels"
    text = b"".join([bytes(kernels), *(path.read_bytes() for path in sorted(kernels.glob("*.py")))])
    return cache_folder() / f"compiled-{sha256(text).hexdigest()[:16]}"
