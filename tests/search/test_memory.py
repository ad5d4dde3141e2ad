"""How much memory there is: what Linux says of the machine and of the container, and sentences for what is too much."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tictactoe.rules import BadInput
from tictactoe.search import memory
from tictactoe.search.memory import available_memory, format_bytes, require_memory

MEMINFO = (
    "MemTotal:       8000000 kB\nMemFree:         100000 kB\nMemAvailable:    4000000 kB\nHugePages_Total:       0\n"
)


def system(root: Path, files: dict[str, str]) -> Path:
    """What Linux says, in files below this folder."""
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return root


def test_the_machine(tmp_path: Path) -> None:
    assert available_memory(system(tmp_path, {"proc/meminfo": MEMINFO})) == 4_000_000 * 1024


@pytest.mark.parametrize(
    ("groups", "available"),
    [
        # the group itself has a limit, and has taken some of it, part of which can be freed
        (
            {
                "proc/self/cgroup": "0::/a/b\n",
                "sys/fs/cgroup/a/b/memory.max": "1000000\n",
                "sys/fs/cgroup/a/b/memory.current": "600000\n",
                "sys/fs/cgroup/a/b/memory.stat": "anon 1\nfile 9\ninactive_file 40000\nactive_file 2000\n",
            },
            442_000,
        ),
        # the limit is that of a group around it
        (
            {
                "proc/self/cgroup": "0::/a/b\n",
                "sys/fs/cgroup/a/b/memory.max": "max\n",
                "sys/fs/cgroup/a/b/memory.current": "5\n",
                "sys/fs/cgroup/a/memory.max": "3000\n",
                "sys/fs/cgroup/a/memory.current": "1000\n",
            },
            2_000,
        ),
        # a container sees its own group as the root
        (
            {
                "proc/self/cgroup": "0::/outside/it\n",
                "sys/fs/cgroup/memory.max": "7000\n",
                "sys/fs/cgroup/memory.current": "8000\n",
            },
            0,
        ),
        # the older way
        (
            {
                "proc/self/cgroup": "3:cpu,cpuacct:/x\n2:memory:/x\n0::/\n",
                "sys/fs/cgroup/memory/x/memory.limit_in_bytes": "9000\n",
                "sys/fs/cgroup/memory/x/memory.usage_in_bytes": "2000\n",
                "sys/fs/cgroup/memory/x/memory.stat": "cache 1\ntotal_inactive_file 100\ntotal_active_file 10\n",
            },
            7_110,
        ),
        ({"proc/self/cgroup": "nonsense\n0:\n\n::\n"}, 4_000_000 * 1024),
    ],
)
def test_a_container(tmp_path: Path, groups: dict[str, str], available: int) -> None:
    assert available_memory(system(tmp_path, {"proc/meminfo": MEMINFO, **groups})) == available


def test_another_system_says_how_much_it_has(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sysconf", {"SC_PAGE_SIZE": 4096, "SC_PHYS_PAGES": 1000}.__getitem__)
    assert available_memory(tmp_path) == 4_096_000


def test_where_nobody_knows_it_is_tried(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "sysconf")
    assert available_memory(tmp_path) is None
    monkeypatch.setattr(memory, "available_memory", lambda: None)
    require_memory("it", 10**30)


def test_this_machine_says_something() -> None:
    assert (available_memory() or 0) > 10**6


def test_what_is_too_much_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "available_memory", lambda: 2 * 10**9)
    require_memory("it", 2 * 10**9)
    with pytest.raises(BadInput, match=r"^it takes 3\.5 GB of memory, but only 2\.0 GB are available$"):
        require_memory("it", 3**20)


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (0, "0 bytes"),
        (999_999, "999,999 bytes"),
        (3**16, "43 MB"),
        (3**20, "3.5 GB"),
        (3**25, "847 GB"),
        (3**28, "23 TB"),
    ],
)
def test_sizes_are_said_in_few_figures(number: int, said: str) -> None:
    assert format_bytes(number) == said
