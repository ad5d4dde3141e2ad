"""The processes in which programs are checked, as the system lists them."""

from __future__ import annotations

from pathlib import Path

from tictactoe.check.sandbox import HERE


def inmates_of(judge: int) -> list[int]:
    """The processes that this one has started for programs and that have not ended; Linux only."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            command = (process / "cmdline").read_bytes()
            status = (process / "status").read_text(encoding="utf-8", errors="replace")
        except OSError:
            continue
        if str(HERE / "inmate.py").encode() in command and f"\nPPid:\t{judge}\n" in status:
            found.append(int(process.name))
    return found


def has_ended(process: int) -> bool:
    """Whether there is no such inmate any more."""
    try:
        return str(HERE / "inmate.py").encode() not in Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return True


def is_guarded(process: int) -> bool:
    """Whether its filter of system calls is in place, so that its program is about to run."""
    try:
        return "\nSeccomp:\t2\n" in Path(f"/proc/{process}/status").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False
