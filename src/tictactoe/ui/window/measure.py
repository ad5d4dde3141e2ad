"""The measure that all sizes in the window come from."""

from __future__ import annotations

from pygame import Rect


def unit(area: Rect) -> int:
    """The height of a line of text: it grows with the window."""
    across, down = (44, 28) if area.width >= area.height else (26, 42)
    return max(10, min(area.width // across, area.height // down))
