"""Play tic-tac-toe in a window, or in the terminal where there is none: `python runner.py`."""

import shutil
import subprocess
import sys
from pathlib import Path

try:
    from tictactoe.ui.commands.play import command as play
except ModuleNotFoundError as error:
    if error.name not in ("tictactoe", "click"):
        raise
    folder = Path(sys.argv[0]).parent
    programs = folder / ".venv" / ("Scripts" if sys.platform == "win32" else "bin")
    instead = ["make", "play"] if folder == Path() else ["make", "-C", str(folder), "play"]
    if shutil.which("tictactoe", path=programs):
        instead = [str(programs / "python"), *sys.argv]
    sys.exit(f"tictactoe is not installed for this Python: run {subprocess.list2cmdline(instead)}")

if __name__ == "__main__":
    play(["--ui", "window", *sys.argv[1:]], prog_name="runner.py")
