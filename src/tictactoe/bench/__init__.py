"""Measuring: what `tictactoe bench` runs, and the plain programs it compares with."""
