"""`tictactoe` and `python -m tictactoe`: the command line."""

import sys

CTRL_C = 130


def main() -> None:
    """Run it; Ctrl-C while it is still being loaded ends it as quietly as later."""
    try:
        from tictactoe.ui.commands import main as command

        command(prog_name="tictactoe")
    except KeyboardInterrupt:
        sys.exit(CTRL_C)


if __name__ == "__main__":
    main()
