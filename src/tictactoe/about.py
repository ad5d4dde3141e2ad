"""What the package is called outside."""

DISTRIBUTION = "perfect-tictactoe"
"""Its name on the package index: there, `tictactoe` is a stranger's."""
