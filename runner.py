"""Play tic-tac-toe in a window, or in the terminal where there is none: `python runner.py`."""

import sys

try:
    from tictactoe.ui.cli import main
except ImportError:
    sys.exit("tictactoe is not installed for this Python: run `make play`, or first `pip install '.[all]'`.")

if __name__ == "__main__":
    main(["play", "--ui", "window", *sys.argv[1:]], prog_name="runner.py")
