import ctypes
import errno
import fcntl
import os
import resource
import select
import signal
import socket
import time

DONE = []


def attempt(function, *arguments):
    try:
        found = function(*arguments)
    except BaseException:
        return
    DONE.append(f"{function} {arguments} {found}"[:150])


ALLOWED = frozenset(NUMBERS)
PROBES = (335, 336)  # uretprobe and uprobe end the process, with or without a filter, unless the kernel itself calls them
ELSEWHERE = 0x40000000


def call(number, *arguments):
    """A call past everything that Python knows; it fails unless the call is there."""
    libc = ctypes.CDLL(None, use_errno=True)
    ctypes.set_errno(0)
    if libc.syscall(ctypes.c_long(number), *map(ctypes.c_long, arguments)) == -1:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


def is_there(number):
    """Whether there is such a call at all, whatever it says to its arguments."""
    try:
        call(number, 0, 0, 0, 0, 0, 0)
    except OSError as error:
        if error.errno in (None, errno.ENOSYS):
            raise


def is_known(number, *arguments):
    """A call that is there, and not refused."""
    try:
        call(number, *arguments)
    except OSError as error:
        if error.errno in (None, errno.EPERM):
            raise


for number in range(700):
    if number not in ALLOWED and number not in PROBES:
        attempt(is_there, number)
    attempt(is_there, number | ELSEWHERE)

for stream in range(8):
    for command in (4, 6, 7, 8, 10, 15, 37, 38, 1024, 1026, 1031, 1033, 1036, 1038):
        # F_SETFL, F_SETLK, F_SETLKW, F_SETOWN, F_SETSIG, F_SETOWN_EX, F_OFD_SETLK and W, F_SETLEASE, F_NOTIFY,
        # F_SETPIPE_SZ, F_ADD_SEALS, F_SET_RW_HINT, F_SET_FILE_RW_HINT
        attempt(fcntl.fcntl, stream, command, 0)
    for command in (0x5412, 0x540E, 0x5421, 0x5452, 0x8901, 0x8902, 0x40086602):
        # TIOCSTI, TIOCSCTTY, FIONBIO, FIOASYNC, FIOSETOWN, SIOCSPGRP, FS_IOC_SETFLAGS
        attempt(fcntl.ioctl, stream, command, 1)
attempt(lambda: os.set_blocking(2, False))
attempt(lambda: is_known(PRLIMIT, os.getppid(), 7, 0, 0))
attempt(lambda: is_known(PRLIMIT, 0, 7, 1, 0))
attempt(lambda: is_known(PRLIMIT, 0, 7, 1 << 32, 0))
attempt(lambda: is_known(KILL, os.getppid(), 0))
attempt(resource.setrlimit, resource.RLIMIT_NOFILE, (1, 1))
attempt(socket.socketpair)
attempt(os.pipe)
attempt(os.eventfd, 0)
attempt(select.epoll)
attempt(os.nice, 1)
attempt(os.setsid)
attempt(os.umask, 0)
attempt(signal.setitimer, signal.ITIMER_REAL, 1)
attempt(time.clock_settime, time.CLOCK_REALTIME, 0)


def utility(board):
    return DONE or {X: 1, O: -1, None: 0}[winner(board)]
