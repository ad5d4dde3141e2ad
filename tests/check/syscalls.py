"""Which system calls the right programs need: the reason for the list in tictactoe/check/calls.py.

    python tests/check/syscalls.py [SECONDS]

Every right program of the tests, and one that imports what learners import, is checked for some seconds without the
filter, under strace, which must be installed. What its process calls once the other guards are in place is counted by
name and by what is decided on. Exit code 1 if something was called, and did not fail, that the list lacks.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "tests")]

from programs import DATA, GOOD, IMPORTS, save  # noqa: E402
from tictactoe.check.calls import ALLOWED  # noqa: E402

SECONDS = 10.0
UNFILTERED = """
import sys
from pathlib import Path
from tictactoe.check import check_file
from tictactoe.check.sandbox import Sandbox
Sandbox.without = ("calls",)
print(check_file(Path(sys.argv[1]), seconds=float(sys.argv[2])).stopped, end="")
"""
HARMLESS = {
    "mbind": "OpenBLAS asks for memory near its core, and does without",
    "epoll_create1": "selectors looks which way of waiting there is, and takes another",
    "pipe2": "platform would start a program, which it may not",
    "prctl": "the C library's list of users looks at its own rights, and is not to be read either",
}
"""Calls that are made and not listed: what makes them goes on without."""
CALL = re.compile(r"^(\w+)\((.*)\)\s+= (\S+)")
DECIDING = {"fcntl": r"F_\w+", "ioctl": r"\b(?:T|F)[A-Z0-9]{4,}", "mmap": r"PROT_EXEC", "mprotect": r"PROT_EXEC"}
"""The arguments on which it also depends."""


def calls_of(program: Path, seconds: float) -> Counter[str]:
    """What the processes of one program called and were given, once they were guarded."""
    with tempfile.TemporaryDirectory() as folder:
        command = ["strace", "-f", "-ff", "-qq", "-o", f"{folder}/log", sys.executable, "-c", UNFILTERED, str(program)]
        path = {"PYTHONPATH": str(ROOT / "src"), "PATH": "/usr/bin:/bin"}
        done = subprocess.run([*command, str(seconds)], env=path, capture_output=True, text=True, check=True)
        if done.stdout:
            raise SystemExit(f"{program.name}: {done.stdout}")
        logs = [log.read_text(errors="replace") for log in Path(folder).iterdir()]
    found: Counter[str] = Counter()
    for line in (line for log in logs for line in log.partition("landlock_restrict_self(")[2].splitlines()[1:]):
        if (match := CALL.match(line)) and match[3] != "-1":
            detail = re.search(DECIDING[match[1]], match[2]) if match[1] in DECIDING else None
            found[f"{match[1]} {detail[0]}" if detail else match[1]] += 1
    return found


def main(seconds: float) -> int:
    users: dict[str, list[str]] = {}
    with tempfile.TemporaryDirectory() as folder:
        programs = [*sorted((DATA / "programs" / "right").glob("*.py")), save(GOOD + IMPORTS, Path(folder))]
        for program in programs:
            for call in calls_of(program, seconds):
                users.setdefault(call, []).append(program.stem)
    print(f"{len(programs)} programs, Python {sys.version.split()[0]}")
    for call, names in sorted(users.items()):
        print(f"{call:<26} {len(names):>3}  {', '.join(names[:3])}{', …' if len(names) > 3 else ''}")
    called = {call.split()[0] for call in users}
    print(f"\nlisted for other systems: {', '.join(sorted(set(ALLOWED) - called))}")
    for call in sorted(called & set(HARMLESS)):
        print(f"called, and not missed: {call}: {HARMLESS[call]}")
    lacking = sorted(called - set(ALLOWED) - set(HARMLESS))
    print(f"called, and not listed: {', '.join(lacking) or 'nothing'}")
    return int(bool(lacking))


if __name__ == "__main__":
    raise SystemExit(main(float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS))
