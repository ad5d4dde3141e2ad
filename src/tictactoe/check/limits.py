"""What a process may no longer do once it has called `guard`: write anything, read elsewhere, reach or start others.

On Linux the kernel holds this (Landlock for files, an allow-list of system calls, resource limits for the rest), and
nothing that Python code does can lift it. Elsewhere the resource limits that there are hold, and an audit hook refuses
the rest, which stops accidents and most mischief, but not everything.

Runs in the sandboxed process, before the program is loaded: standard library only.
"""

from __future__ import annotations

import ctypes
import glob
import os
import signal
import struct
import sys
import sysconfig
from collections.abc import Collection, Iterator
from types import ModuleType

GUARDS = ("resources", "files", "calls", "audit")
"""Limits on memory, time and files; which files can be seen; which system calls there are; Python's own refusals."""
MEMORY = 1 << 30
CPU_SECONDS = 3600
FILE_BYTES = 0
OPEN_FILES = 64
PACKAGE = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
"""Where this package is, which knows the answers."""
LINUX = sys.platform.startswith("linux")


def end_with(parent: int) -> None:
    """End when the process does that has started this one, however it ends; at once if it has ended already."""
    if LINUX:
        ctypes.CDLL(None).prctl(1, signal.SIGKILL, 0, 0, 0)
        if os.getppid() != parent:
            os._exit(0)


def guard(calls: ModuleType, without: Collection[str] = ()) -> list[str]:
    """Give up everything that judging a program does not need; the names of the guards that hold.

    Those in `without` are left off, which tests ask for. What is allowed of system calls is in the module `calls`.
    """
    held = []
    if "resources" not in without and _limit_resources():
        held.append("resources")
    if LINUX:
        libc = ctypes.CDLL(None, use_errno=True)
        _drop_powers(libc)
        if libc.prctl(38, 1, 0, 0, 0) == 0:  # no new privileges, which the other two need
            if "files" not in without and _landlock(libc):
                held.append("files")
            if "calls" not in without and calls.allow_only_these(libc):
                held.append("calls")
    if "audit" not in without:
        _audit()
        held.append("audit")
    return held


def _limit_resources() -> bool:
    """Whether all of the limits hold: some systems have not all, or know them and do not keep them."""
    try:
        import resource
    except ImportError:
        return False
    held = []
    for name, most in (
        ("RLIMIT_AS", MEMORY),
        ("RLIMIT_CPU", CPU_SECONDS),
        ("RLIMIT_FSIZE", FILE_BYTES),
        ("RLIMIT_NOFILE", OPEN_FILES),
        ("RLIMIT_CORE", 0),
    ):
        try:
            kind = getattr(resource, name)
            _, hard = resource.getrlimit(kind)
            most = most if hard == resource.RLIM_INFINITY else min(most, hard)
            resource.setrlimit(kind, (most, most))
            held.append(True)
        except (AttributeError, OSError, ValueError):
            held.append(False)
    return all(held)


def _drop_powers(libc: ctypes.CDLL) -> None:
    """Root gives up being root, but for reading what it could read: it could lift its resource limits otherwise."""
    read_anything = 1 << 2
    header = struct.pack("=Ii", 0x20080522, 0)
    libc.capset(header, struct.pack("=6I", read_anything, read_anything, 0, 0, 0, 0))


# Landlock: files may be read where Python and its packages are, and nothing can be written, so that no file holds code
# of the program's making.
WRITE_FILE, READ_FILE, READ_DIR, TRUNCATE = 1 << 1, 1 << 2, 1 << 3, 1 << 14
READ = READ_FILE | READ_DIR
KNOWN = {1: 13, 2: 14, 3: 15, 4: 15}
"""How many rights each version of Landlock knows; all later ones know 16."""
NEEDED = (
    *("/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib", "/usr/share/zoneinfo"),
    *("/etc/ld.so.cache", "/etc/localtime", "/dev/null", "/dev/random", "/dev/urandom"),
)


def _readable() -> Iterator[tuple[str, int]]:
    """Where the C library, Python and its packages are, and what may be done there."""
    packages = [path for path in sys.path if os.path.basename(path) in ("site-packages", "dist-packages")]
    standard = [sysconfig.get_path("stdlib"), sysconfig.get_path("platstdlib")]
    roots = {os.path.realpath(path) for path in (*NEEDED, *map(os.path.dirname, standard), *standard, *packages)}
    hidden = {PACKAGE}
    for root in roots:
        for pattern in ("*tictactoe*", "python*/*-packages/*tictactoe*"):
            hidden |= {os.path.realpath(path) for path in glob.glob(os.path.join(glob.escape(root), pattern))}
    for root in roots:
        yield from _around(root, hidden)


def _around(path: str, hidden: set[str]) -> Iterator[tuple[str, int]]:
    """All that is at a path but for what is hidden; the folders on the way to that may be listed."""
    if path in hidden:
        return
    if not any(other.startswith(path + os.sep) for other in hidden):
        yield path, READ
        return
    yield path, READ_DIR
    for child in os.listdir(path):
        yield from _around(os.path.join(path, child), hidden)


def _landlock(libc: ctypes.CDLL) -> bool:
    create, add, restrict = 444, 445, 446
    version = libc.syscall(create, None, 0, 1)
    if version < 1:
        return False
    every = (1 << KNOWN.get(version, 16)) - 1
    network, outside = 0b11, 0b11  # no TCP; no signals and no abstract sockets but within
    rules = struct.pack("QQQ", every, network, outside)[: 8 if version < 4 else 16 if version < 6 else 24]
    ruleset = libc.syscall(create, rules, len(rules), 0)
    if ruleset < 0:
        return False
    for path, rights in (*_readable(), (os.devnull, READ | WRITE_FILE | TRUNCATE)):
        try:
            place = os.open(path, os.O_PATH)
        except OSError:
            continue
        rights &= every
        if not os.path.isdir(path):
            rights &= READ_FILE | WRITE_FILE | TRUNCATE
        libc.syscall(add, ruleset, 1, struct.pack("=Qi", rights, place), 0)
        os.close(place)
    held: bool = libc.syscall(restrict, ruleset, 0) == 0
    os.close(ruleset)
    return held


REFUSED = (
    *("os.system", "os.exec", "os.posix_spawn", "os.spawn", "os.fork", "os.forkpty", "os.kill", "os.killpg"),
    *("os.remove", "os.rmdir", "os.rename", "os.mkdir", "os.chmod", "os.chown", "os.link", "os.symlink", "os.truncate"),
    *("shutil.", "socket.", "subprocess.", "ctypes.", "webbrowser.", "urllib.", "pty.", "winreg.", "_thread.start"),
)
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


def _audit() -> None:
    """Refuse, in Python, what the program has no reason to do. The kernel's guards do not depend on this."""
    package = PACKAGE + os.sep
    realpath, decoded, permission, is_a = os.path.realpath, os.fsdecode, PermissionError, isinstance
    refused, texts, devnull, writing = REFUSED, (str, bytes), os.devnull, WRITING

    def hook(event: str, arguments: tuple[object, ...]) -> None:
        if event == "builtins.id":  # by far the most frequent: copying a board deeply asks for it at every step
            return
        if event.startswith(refused):
            raise permission(f"a program that is being checked may not use {event}")
        if event == "open" and is_a(arguments[0], texts):
            place = realpath(decoded(arguments[0]))  # type: ignore[arg-type]
            if place.startswith(package):
                raise permission("a program that is being checked may not read the one that checks it")
            if arguments[2] & writing and place != devnull:  # type: ignore[operator]
                raise permission("a program that is being checked may not write files")

    sys.addaudithook(hook)
