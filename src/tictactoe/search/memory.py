"""How much memory there is to be had: what would not fit is not begun, since Linux ends whoever takes too much."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from tictactoe.rules import BadInput

GROUPS = {
    "": ("sys/fs/cgroup", "memory.max", "memory.current", ("inactive_file", "active_file")),
    "memory": (
        "sys/fs/cgroup/memory",
        "memory.limit_in_bytes",
        "memory.usage_in_bytes",
        ("total_inactive_file", "total_active_file"),
    ),
}
"""By controller, where Linux says what a container may take, what it has taken, and what of that can be freed."""
UNITS = (("TB", 10**12), ("GB", 10**9), ("MB", 10**6))


def require_memory(what: str, needed: int) -> None:
    """BadInput if that many bytes cannot be had now. Where nobody knows, it is tried."""
    available = available_memory()
    if available is not None and needed > available:
        raise BadInput(
            f"{what} takes {format_bytes(needed)} of memory, but only {format_bytes(available)} are available"
        )


def available_memory(root: Path = Path("/")) -> int | None:
    """Bytes that can be had without driving anybody out; None if that is not known.

    On Linux that is what is free or can be freed at once, on the machine and in the container that this runs in;
    elsewhere all that the machine has.
    """
    found = [*_free(root), *_free_in_groups(root)]
    if not found:
        with suppress(AttributeError, OSError, ValueError):  # Windows has no sysconf
            found.append(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"))
    return max(0, min(found)) if found else None


def format_bytes(number: int) -> str:
    """A size as a person says it: 3.5 GB."""
    for unit, size in UNITS:
        if number >= size:
            return f"{number / size:,.{0 if number >= 10 * size else 1}f} {unit}"
    return f"{number:,} bytes"


def _free(root: Path) -> Iterator[int]:
    numbers = _numbers(root / "proc/meminfo")
    if "MemAvailable:" in numbers:
        yield numbers["MemAvailable:"] * 1024


def _free_in_groups(root: Path) -> Iterator[int]:
    """What each group of processes that this one is in may still take."""
    for line in _text(root / "proc/self/cgroup").splitlines():
        _, controllers, group, *_ = *line.split(":", 2), "", ""
        for controller in controllers.split(","):
            if controller not in GROUPS:
                continue
            place, most, used, freeable = GROUPS[controller]
            top = root / place
            inner = top / group.lstrip("/")
            for folder in (inner, *(parent for parent in inner.parents if parent.is_relative_to(top))):
                with suppress(ValueError):  # there is no such file, or no limit
                    taken = int(_text(folder / used))
                    numbers = _numbers(folder / "memory.stat")
                    yield int(_text(folder / most)) - taken + sum(numbers.get(name, 0) for name in freeable)


def _numbers(path: Path) -> dict[str, int]:
    """The lines of a file that are a name and a number."""
    fields = (line.split() for line in _text(path).splitlines())
    return {words[0]: int(words[1]) for words in fields if len(words) > 1 and words[1].isdecimal()}


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
