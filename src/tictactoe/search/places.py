"""Where things are kept between runs."""

from __future__ import annotations

import os
import tempfile
from functools import cache
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
