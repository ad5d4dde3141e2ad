"""`python -m tictactoe`: the command line."""

from tictactoe.ui.commands import main

main(prog_name="tictactoe")
