"""Which system calls a program that is being checked may make: these, and no others, as a filter in the kernel.

A call that is not listed does not exist for the program (ENOSYS, on which C libraries fall back to older calls), nor
will any that a later kernel brings; a listed call with arguments that are refused is not permitted (EPERM). What is
listed reads, looks, computes, waits, prints and ends. Nothing here makes or changes a file, a process or a thread, or
reaches another process; memory can be made executable by loading a library that was there before, and in no other way.
Why each is there: `python tests/check/syscalls.py` records what the right programs of the tests need; the rest are the
forms in which other versions of Python and other C libraries ask for the same.

Runs in the sandboxed process, before the program is loaded: standard library only.
"""

from __future__ import annotations

import ctypes
import os
import platform
import struct

MACHINES = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}
"""The column of the numbers below, and what the kernel calls the architecture."""
TABLE = """
# files that Landlock lets it see, and the pipes that it was given
openat:257:56  open:2:-  close:3:57  fcntl:72:25  ioctl:16:29
read:0:63  readv:19:65  pread64:17:67  lseek:8:62  getdents64:217:61
write:1:64  writev:20:66  dup:32:23  dup2:33:-  dup3:292:24
stat:4:-  lstat:6:-  fstat:5:80  newfstatat:262:79  statx:332:291
access:21:-  faccessat:269:48  faccessat2:439:439
readlink:89:-  readlinkat:267:78  getcwd:79:17  chdir:80:49
# memory
brk:12:214  mmap:9:222  munmap:11:215  mremap:25:216  mprotect:10:226
madvise:28:233  membarrier:324:283  futex:202:98  set_robust_list:273:99
# its own signals, and its end
rt_sigaction:13:134  rt_sigprocmask:14:135  rt_sigreturn:15:139  sigaltstack:131:132
kill:62:129  tkill:200:130  tgkill:234:131  restart_syscall:219:128
exit:60:93  exit_group:231:94
# time
clock_gettime:228:113  clock_getres:229:114  gettimeofday:96:169  time:201:-
clock_nanosleep:230:115  nanosleep:35:101  getrusage:98:165  times:100:153
select:23:-  pselect6:270:72  poll:7:-  ppoll:271:73  sched_yield:24:124
# who and where it is
getpid:39:172  getppid:110:173  gettid:186:178  uname:63:160  sysinfo:99:179
getuid:102:174  geteuid:107:175  getgid:104:176  getegid:108:177
getrandom:318:278  sched_getaffinity:204:123  getrlimit:97:163  prlimit64:302:261
"""
ALLOWED: dict[str, tuple[int, int | None]] = {
    name: (int(here), None if there == "-" else int(there))
    for line in TABLE.splitlines()
    if not line.startswith("#")
    for name, here, there in (entry.split(":") for entry in line.split())
}
"""Each with its number on x86_64 and on aarch64, which has not all of the older ones."""

# A filter is written in the kernel's small language: each instruction is (code, if true skip, if false skip, value).
Code = list[tuple[int, int, int, int]]
LOAD, EQUAL, HAS, RETURN = 0x20, 0x15, 0x45, 0x06
ALLOW, NOT_PERMITTED, NO_SUCH_CALL = 0x7FFF0000, 0x00050001, 0x00050026
REFUSE = (RETURN, 0, 0, NOT_PERMITTED)
NUMBER, ARCHITECTURE, ARGUMENTS = 0, 4, 16

PROT_WRITE, PROT_EXEC, MAP_ANONYMOUS = 0x2, 0x4, 0x20
O_WRITING, O_TRUNC, O_TMPFILE = 0x3, 0o1000, 0o20000000
DESCRIPTORS = (0, 1, 2, 3, 1030)
"""F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_DUPFD_CLOEXEC: nothing that the other end of a pipe feels, no lock."""
TERMINALS = (0x5401, 0x802C542A, 0x5413, 0x541B, 0x5450, 0x5451)
"""TCGETS, TCGETS2, TIOCGWINSZ, FIONREAD, FIONCLEX, FIOCLEX: is it a terminal, how wide, how much is there to read."""


def _load(argument: int, high: bool = False) -> tuple[int, int, int, int]:
    return LOAD, 0, 0, ARGUMENTS + 8 * argument + 4 * high


def _one_of(argument: int, values: tuple[int, ...]) -> Code:
    return [_load(argument), *((EQUAL, len(values) - at, 0, value) for at, value in enumerate(values)), REFUSE]


def _none_of(argument: int, bits: int) -> Code:
    return [_load(argument), (HAS, 0, 1, bits), REFUSE]


def _some_of(argument: int, bits: int) -> Code:
    return [_load(argument), (HAS, 1, 0, bits), REFUSE]


def _no_pointer(argument: int) -> Code:
    return [_load(argument), (EQUAL, 1, 0, 0), REFUSE, _load(argument, True), (EQUAL, 1, 0, 0), REFUSE]


def _if_any(argument: int, bits: int, then: Code) -> Code:
    return [_load(argument), (HAS, 0, len(then), bits), *then]


def _opened(flags: int) -> Code:
    """Landlock says what may be written; the oldest of it does not see a file emptied that is opened to be read."""
    return [*_none_of(flags, O_TMPFILE), *_if_any(flags, O_TRUNC, _some_of(flags, O_WRITING))]


def conditions() -> dict[str, Code]:
    """What must hold of the arguments of some calls."""
    own = os.getpid()
    return {
        "open": _opened(1),
        "openat": _opened(2),
        "fcntl": _one_of(1, DESCRIPTORS),
        "ioctl": _one_of(1, TERMINALS),
        "mmap": _if_any(2, PROT_EXEC, [*_none_of(2, PROT_WRITE), *_none_of(3, MAP_ANONYMOUS)]),
        "mprotect": _none_of(2, PROT_EXEC),
        "kill": _one_of(0, (own, 0)),
        "tkill": _one_of(0, (own,)),
        "tgkill": _one_of(0, (own,)),
        "prlimit64": [*_one_of(0, (own, 0)), *_no_pointer(2)],
    }


def filter_code(machine: str) -> Code:
    """The whole filter for a machine. Calls under the numbers of another architecture do not exist either."""
    column, architecture = MACHINES[machine]
    checks = conditions()
    none = (RETURN, 0, 0, NO_SUCH_CALL)
    code: Code = [(LOAD, 0, 0, ARCHITECTURE), (EQUAL, 1, 0, architecture), none, (LOAD, 0, 0, NUMBER)]
    for name, numbers in ALLOWED.items():
        number = numbers[column]
        if number is not None:
            then = [*checks.get(name, []), (RETURN, 0, 0, ALLOW)]
            code += [(EQUAL, 0, len(then), number), *then]
    return [*code, none]


def allow_only_these(libc: ctypes.CDLL) -> bool:
    """Put the filter in place, for good; whether the kernel has taken it."""
    if platform.machine() not in MACHINES or struct.calcsize("P") != 8:
        return False
    code = filter_code(platform.machine())
    packed = b"".join(struct.pack("=HBBI", *instruction) for instruction in code)
    buffer = ctypes.create_string_buffer(packed, len(packed))
    program = struct.pack("=H6xQ", len(code), ctypes.addressof(buffer))
    return bool(libc.prctl(22, 2, program, 0, 0) == 0)
