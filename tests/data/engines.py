"""Programs that speak the Gomocup protocol, well or badly: `python engines.py KIND`."""

import os
import subprocess
import sys
import time


def say(text):
    print(text, flush=True)


def lines():
    for line in sys.stdin:
        yield line.split()


def plays(size=15, restarts=True, suggests=False):
    """Takes the first empty cell, row by row."""
    taken, reading = set(), False
    for words in lines():
        word = words[0] if words else ""
        move = False
        if reading and word != "DONE":
            taken.add(tuple(int(number) for number in word.split(",")[:2]))
        elif word == "START":
            size, taken = int(words[1]), set()
            say("OK")
        elif word == "RESTART":
            say("OK" if restarts else "UNKNOWN")
            taken = set()
        elif word == "BOARD":
            taken, reading = set(), True
        elif word in ("TURN", "BEGIN", "DONE"):
            reading, move = False, True
            if word == "TURN":
                taken.add(tuple(int(number) for number in words[1].split(",")))
        elif word == "PLAY":
            say(words[1])
        elif word == "END":
            return
        if move:
            x, y = next((x, y) for y in range(size) for x in range(size) if (x, y) not in taken)
            taken.add((x, y))
            say("DEBUG thinking")
            say("MESSAGE the first there is")
            say(("SUGGEST " if suggests else "") + "%d,%d" % (x, y))


def answers(move, more=lambda: None):
    """OK to START, and then this to everything that asks for a move."""
    for words in lines():
        if words[0] in ("START", "RESTART"):
            say("OK")
        elif words[0] in ("TURN", "BEGIN", "DONE"):
            more()
            if move is not None:
                say(move)


def ends():
    sys.stderr.write("Traceback\nValueError: it went wrong\n\n")
    sys.stderr.flush()
    os._exit(3)


def never():
    while True:
        time.sleep(1)


def floods(text):
    while True:
        say(text)


def long_line():
    while True:
        sys.stdout.write("x" * 65536)


def with_child():
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(10000)"], stdout=subprocess.DEVNULL)
    say("OK")
    say("MESSAGE %d" % child.pid)
    never()


KINDS = {
    "plays": plays,
    "cannot-restart": lambda: plays(restarts=False),
    "suggests": lambda: plays(suggests=True),
    "exits": lambda: sys.exit(7),
    "dies": ends,
    "dies-later": lambda: answers(None, ends),
    "kills-itself": lambda: answers(None, lambda: os.kill(os.getpid(), 9)),
    "silent": never,
    "silent-later": lambda: answers(None),
    "closes": lambda: (os.close(1), never()),
    "nonsense": lambda: say("Welcome to my engine!") or never(),
    "nonsense-later": lambda: answers("the middle"),
    "refuses": lambda: say("ERROR unsupported size") or never(),
    "outside": lambda: answers("99,99"),
    "taken": lambda: answers("0,0"),
    "negative": lambda: answers("-1,0"),
    "floods": lambda: floods("MESSAGE so much to say"),
    "floods-later": lambda: answers(None, lambda: floods("MESSAGE so much to say")),
    "floods-errors": lambda: floods_errors(),
    "long-line": long_line,
    "binary": lambda: os.write(1, bytes(range(256)) * 10) and never(),
    "with-child": with_child,
}


def floods_errors():
    for _ in range(100000):
        sys.stderr.write("so much to say where errors go\n")
    plays()


KINDS[sys.argv[1]]()
