"""`python -m tictactoe`: the command line."""

from tictactoe.ui.cli import main

main(prog_name="tictactoe")
