"""What a process may no longer do once it has called `guard`: read and write elsewhere, talk to others, start others.

On Linux the kernel holds this (Landlock for files, seccomp for system calls, resource limits for the rest); nothing
that Python code does can lift it. Elsewhere the resource limits that there are hold, and an audit hook refuses the
rest, which stops accidents and most mischief, but not everything.

Runs in the sandboxed process, before the program is loaded: standard library only.
"""

from __future__ import annotations

import ctypes
import glob
import os
import platform
import struct
import sys
import sysconfig
from collections.abc import Iterator

MEMORY = 1 << 30
CPU_SECONDS = 3600
FILE_BYTES = 1 << 20
OPEN_FILES = 64
PACKAGE = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
"""Where this package is, which knows the answers."""


def guard() -> list[str]:
    """Give up everything that judging a program does not need; the names of the guards that hold."""
    held = []
    if _limit_resources():
        held.append("resources")
    if sys.platform.startswith("linux"):
        libc = ctypes.CDLL(None, use_errno=True)
        _drop_powers(libc)
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


def _drop_powers(libc: ctypes.CDLL) -> None:
    """Root gives up being root, but for reading what it could read: it could lift its resource limits otherwise."""
    read_anything = 1 << 2
    header = struct.pack("=Ii", 0x20080522, 0)
    libc.capset(header, struct.pack("=6I", read_anything, read_anything, 0, 0, 0, 0))


# Landlock: files may be read where Python and its packages are, and written in the scratch folder only.
WRITE_FILE, READ_FILE, READ_DIR, REMOVE_FILE, MAKE_FILE, TRUNCATE = 1 << 1, 1 << 2, 1 << 3, 1 << 5, 1 << 8, 1 << 14
READ = READ_FILE | READ_DIR
KNOWN = {1: 13, 2: 14, 3: 15, 4: 15}
"""How many rights each version of Landlock knows; all later ones know 16."""
NEEDED = (
    *("/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib", "/usr/share/zoneinfo"),
    *("/etc/ld.so.cache", "/etc/localtime", "/dev/null", "/dev/zero", "/dev/random", "/dev/urandom"),
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
    scratch = os.getcwd()
    own = READ | WRITE_FILE | REMOVE_FILE | MAKE_FILE | TRUNCATE
    for path, rights in (
        *_readable(),
        (os.path.dirname(scratch), READ),
        (scratch, own),
        (os.devnull, READ | WRITE_FILE | TRUNCATE),
    ):
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


# seccomp: a filter in the kernel's small language. Each instruction is (code, if true skip, if false skip, value).
LOAD, EQUAL, AT_LEAST, HAS, RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
ALLOW, DENY, MISSING = 0x7FFF0000, 0x00050001, 0x00050026  # EPERM, ENOSYS
NUMBER, ARCHITECTURE, FIRST_ARGUMENT = 0, 4, 16
THREAD = 0x00010000
OTHER_NUMBERS = 0x40000000
"""The x32 calls: the same ones under other numbers."""
MACHINES = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}
CLONE, CLONE3 = (56, 220), 435
ON_ITSELF = ((62, 129), (234, 131), (302, 261))
"""kill, tgkill, prlimit64: allowed on the process itself."""
# Each with its number on x86_64 and on aarch64; what only the first has, the second has in one with its neighbour.
NEVER = (
    *((41, 198), (53, 199), (42, 203), (49, 200)),  # socket, socketpair, connect, bind
    *((57, 221), (58, 221), (59, 221), (322, 281)),  # fork, vfork, execve, execveat
    *((101, 117), (310, 270), (311, 271), (438, 438)),  # ptrace, process_vm_readv and writev, pidfd_getfd
    *((200, 130), (129, 138), (297, 240), (424, 424), (434, 434)),  # tkill, sigqueueinfo, pidfd_send_signal and open
    *((90, 52), (91, 52), (268, 53), (452, 452)),  # chmod, fchmod, fchmodat, fchmodat2
    *((92, 55), (93, 55), (94, 55), (260, 54)),  # chown, fchown, lchown, fchownat
    *((132, 88), (235, 88), (261, 88), (280, 88), (76, 45)),  # utime, utimes, futimesat, utimensat, truncate
    *((188, 5), (189, 6), (190, 7), (197, 14), (198, 15), (199, 16)),  # setxattr, removexattr and theirs
    *((141, 140), (142, 118), (144, 119), (203, 122), (314, 274), (251, 30)),  # priorities, of others too
    *((165, 40), (272, 97), (308, 268)),  # mount, unshare, setns
    *((248, 217), (249, 218), (250, 219), (298, 241), (321, 280), (323, 282)),  # keys, perf, bpf, userfaultfd
    *((425, 425), (426, 426), (427, 427)),  # io_uring, which makes calls that no filter sees
)


def _seccomp(libc: ctypes.CDLL) -> bool:
    if platform.machine() not in MACHINES:
        return False
    column, architecture = MACHINES[platform.machine()]
    code = [(LOAD, 0, 0, ARCHITECTURE), (EQUAL, 1, 0, architecture), (RETURN, 0, 0, DENY)]
    code += [(LOAD, 0, 0, NUMBER), (AT_LEAST, 0, 1, OTHER_NUMBERS), (RETURN, 0, 0, DENY)]
    code += [(EQUAL, 0, 1, CLONE3), (RETURN, 0, 0, MISSING)]  # so that the C library uses clone instead
    code += [(EQUAL, 0, 4, CLONE[column]), (LOAD, 0, 0, FIRST_ARGUMENT), (HAS, 1, 0, THREAD)]
    code += [(RETURN, 0, 0, DENY), (RETURN, 0, 0, ALLOW)]
    for numbers in ON_ITSELF:
        code += [(EQUAL, 0, 5, numbers[column]), (LOAD, 0, 0, FIRST_ARGUMENT)]
        code += [(EQUAL, 2, 0, os.getpid()), (EQUAL, 1, 0, 0), (RETURN, 0, 0, DENY), (RETURN, 0, 0, ALLOW)]
    for number in sorted({numbers[column] for numbers in NEVER}):
        code += [(EQUAL, 0, 1, number), (RETURN, 0, 0, DENY)]
    code.append((RETURN, 0, 0, ALLOW))
    packed = b"".join(struct.pack("=HBBI", *instruction) for instruction in code)
    buffer = ctypes.create_string_buffer(packed, len(packed))
    program = struct.pack("=H6xQ", len(code), ctypes.addressof(buffer))
    return bool(libc.prctl(22, 2, program, 0, 0) == 0)


REFUSED = (
    *("os.system", "os.exec", "os.posix_spawn", "os.spawn", "os.fork", "os.forkpty", "os.kill", "os.killpg"),
    *("os.remove", "os.rmdir", "os.rename", "os.chmod", "os.chown", "os.link", "os.symlink", "os.truncate"),
    *("shutil.", "socket.", "subprocess.", "ctypes.", "webbrowser.", "urllib.", "pty.", "winreg."),
)
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


def _audit() -> None:
    """Refuse, in Python, what the program has no reason to do. The kernel's guards do not depend on this."""
    scratch, package = os.path.realpath(os.getcwd()) + os.sep, PACKAGE + os.sep
    realpath, decoded, permission, is_a = os.path.realpath, os.fsdecode, PermissionError, isinstance
    refused, texts, devnull, writing = REFUSED, (str, bytes), os.devnull, WRITING

    def hook(event: str, arguments: tuple[object, ...]) -> None:
        if event.startswith(refused):
            raise permission(f"a program that is being checked may not use {event}")
        if event == "open" and is_a(arguments[0], texts):
            place = realpath(decoded(arguments[0]))  # type: ignore[arg-type]
            if place.startswith(package):
                raise permission("a program that is being checked may not read the one that checks it")
            if arguments[2] & writing and place != devnull and not place.startswith(scratch):  # type: ignore[operator]
                raise permission("a program that is being checked may write in its own folder only")

    sys.addaudithook(hook)
