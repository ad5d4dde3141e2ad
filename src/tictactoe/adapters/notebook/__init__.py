"""A door for notebooks: a board to play on, with hints, and a search to be stepped through. It needs no internet.

    from tictactoe.adapters.notebook import play, step
    play()
    step("XXO/.OX/..O")

They work while Python does; without it, in a notebook that is only read, a picture stands in their place.
"""

from __future__ import annotations

from tictactoe.adapters.needs import needing

with needing("a board to play on in a notebook", "ipywidgets", "notebook"):
    import ipywidgets as _  # noqa: F401

from tictactoe.adapters.notebook.playing import PlayWidget, play
from tictactoe.adapters.notebook.stepping import StepWidget, step

__all__ = ["PlayWidget", "StepWidget", "play", "step"]
