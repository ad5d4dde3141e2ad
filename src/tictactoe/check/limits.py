"""What a process may no longer do once it has called `guard`: read and write elsewhere, talk to others, start others.

On Linux the kernel holds this (Landlock for files, seccomp for system calls, resource limits for the rest); nothing
that Python code does can lift it. Elsewhere the resource limits that there are hold, and an audit hook refuses the
rest, which stops accidents and most mischief, but not everything.

Runs in the sandboxed process, before the program is loaded: standard library only.
"""

from __future__ import annotations

import ctypes
import os
import platform
import struct
import sys
import sysconfig

MEMORY = 1 << 30
CPU_SECONDS = 3600
FILE_BYTES = 1 << 20
OPEN_FILES = 64
PROCESSES = 64
"""Threads, counted for the whole user where the kernel counts so; numpy starts a few."""


def guard() -> list[str]:
    """Give up everything that judging a program does not need; the names of the guards that hold."""
    held = []
    if _limit_resources():
        held.append("resources")
    if sys.platform.startswith("linux"):
        libc = ctypes.CDLL(None, use_errno=True)
        if libc.prctl(38, 1, 0, 0, 0) == 0:  # no new privileges, which the other two need
            if _landlock(libc):
                held.append("files")
            if _seccomp(libc):
                held.append("calls")
    _audit()
    held.append("audit")
    return held


def _limit_resources() -> bool:
    try:
        import resource
    except ImportError:
        return False
    for name, most in (
        ("RLIMIT_AS", MEMORY),
        ("RLIMIT_CPU", CPU_SECONDS),
        ("RLIMIT_FSIZE", FILE_BYTES),
        ("RLIMIT_NOFILE", OPEN_FILES),
        ("RLIMIT_CORE", 0),
    ):
        kind = getattr(resource, name, None)
        if kind is None:
            continue
        try:
            _, hard = resource.getrlimit(kind)
            most = most if hard == resource.RLIM_INFINITY else min(most, hard)
            resource.setrlimit(kind, (most, most))
        except (OSError, ValueError):
            continue
    return True


# Landlock: files may be read where Python and its packages are, and written in the scratch folder only.
READ_FILE = 0b100
READ = 0b1100  # read a file, list a folder
ALL = 0b1_1111_1111_1111  # version 1 of the rules: everything that they know of


def _readable() -> set[str]:
    """Where the C library, Python and its packages are: all of it, but not this package, which knows the answers."""
    found = {"/lib", "/lib64", "/usr/lib", "/usr/lib64", "/etc", "/dev", "/usr/share/zoneinfo"}
    standard = sysconfig.get_path("stdlib")
    packages = {path for path in sys.path if os.path.basename(path) in ("site-packages", "dist-packages")}
    for folder in (os.path.dirname(standard), standard, *packages):
        try:
            children = os.listdir(folder)
        except OSError:
            continue
        hidden = ("tictactoe", "__editable__", "site-packages", "dist-packages", os.path.basename(standard))
        found |= {os.path.join(folder, name) for name in children if not name.startswith(hidden)}
    return found


def _landlock(libc: ctypes.CDLL) -> bool:
    create, add, restrict = 444, 445, 446
    rules = struct.pack("Q", ALL)
    ruleset = libc.syscall(create, rules, len(rules), 0)
    if ruleset < 0:
        return False
    program = os.path.dirname(os.getcwd())
    for path, rights in (*((path, READ) for path in (*_readable(), program)), (os.getcwd(), ALL)):
        try:
            place = os.open(path, os.O_PATH)
        except OSError:
            continue
        if not os.path.isdir(path):
            rights &= READ_FILE
        libc.syscall(add, ruleset, 1, struct.pack("=Qi", rights, place), 0)
        os.close(place)
    held: bool = libc.syscall(restrict, ruleset, 0) == 0
    os.close(ruleset)
    return held


# seccomp: a filter in the kernel's small language. Each instruction is (code, if true skip, if false skip, value).
LOAD, EQUAL, HAS, RETURN = 0x20, 0x15, 0x45, 0x06
ALLOW, DENY, MISSING = 0x7FFF0000, 0x00050001, 0x00050026  # EPERM, ENOSYS
THREAD = 0x00010000
DENIED = {
    "x86_64": (
        0xC000003E,
        {"clone": 56, "clone3": 435, "kill": 62},
        # socket socketpair connect bind fork vfork execve execveat ptrace process_vm_readv/writev tkill
        (41, 53, 42, 49, 57, 58, 59, 322, 101, 310, 311, 200, 248, 249, 250, 298, 321, 323, 425, 426, 427, 435),
    ),
    "aarch64": (
        0xC00000B7,
        {"clone": 220, "clone3": 435, "kill": 129},
        (198, 199, 203, 200, 221, 281, 117, 270, 271, 130, 217, 218, 219, 241, 280, 282, 425, 426, 427, 435),
    ),
}


def _seccomp(libc: ctypes.CDLL) -> bool:
    known = DENIED.get(platform.machine())
    if known is None:
        return False
    architecture, special, denied = known
    code = [(LOAD, 0, 0, 4), (EQUAL, 1, 0, architecture), (RETURN, 0, 0, DENY), (LOAD, 0, 0, 0)]
    code += [(EQUAL, 0, 1, special["clone3"]), (RETURN, 0, 0, MISSING)]  # so that the C library uses clone instead
    code += [
        (EQUAL, 0, 4, special["clone"]),
        (LOAD, 0, 0, 16),
        (HAS, 1, 0, THREAD),
        (RETURN, 0, 0, DENY),
        (RETURN, 0, 0, ALLOW),
    ]
    code += [(EQUAL, 0, 4, special["kill"]), (LOAD, 0, 0, 16), (EQUAL, 1, 0, os.getpid()), (RETURN, 0, 0, DENY)]
    code += [(RETURN, 0, 0, ALLOW)]
    for number in denied:
        code += [(EQUAL, 0, 1, number), (RETURN, 0, 0, DENY)]
    code.append((RETURN, 0, 0, ALLOW))
    packed = b"".join(struct.pack("=HBBI", *instruction) for instruction in code)
    buffer = ctypes.create_string_buffer(packed, len(packed))
    program = struct.pack("=H6xQ", len(code), ctypes.addressof(buffer))
    return bool(libc.prctl(22, 2, program, 0, 0) == 0)


REFUSED = (
    *("os.system", "os.exec", "os.posix_spawn", "os.spawn", "os.fork", "os.forkpty", "os.kill", "os.killpg"),
    *("os.remove", "os.rmdir", "os.rename", "os.chmod", "os.chown", "os.link", "os.symlink", "os.truncate"),
    *("os.putenv", "shutil.", "socket.", "subprocess.", "ctypes.", "webbrowser.", "urllib.", "pty.", "winreg."),
)


def _audit() -> None:
    """Refuse, in Python, what the program has no reason to do. The kernel's guards do not depend on this."""
    scratch = os.path.realpath(os.getcwd()) + os.sep
    realpath, permission, devnull = os.path.realpath, PermissionError, os.devnull
    refused, string, writing = REFUSED, str, frozenset("wax+")

    def hook(event: str, arguments: tuple[object, ...]) -> None:
        if event.startswith(refused):
            raise permission(f"a program that is being checked may not use {event}")
        if event == "open":
            path, mode = arguments[0], arguments[1]
            writes = isinstance(path, string) and isinstance(mode, string) and writing & set(mode)
            if writes and path != devnull and not realpath(string(path)).startswith(scratch):
                raise permission("a program that is being checked may write in its own folder only")

    sys.addaudithook(hook)
