"""Play tic-tac-toe in a window, or in the terminal where there is none: `python runner.py`."""

import sys

try:
    from tictactoe.ui.cli import play
except ModuleNotFoundError as error:
    if error.name not in ("tictactoe", "click"):
        raise
    sys.exit('tictactoe is not installed for this Python: run "make play", or first "pip install .[all]".')

if __name__ == "__main__":
    play(["--ui", "window", *sys.argv[1:]], prog_name="runner.py")
