"""What the package is called outside."""

DISTRIBUTION = "perfect-tictactoe"
"""Its name on the package index: there, `tictactoe` is a stranger's."""


def find_version() -> str:
    """The version that is installed; `unknown` for source that is run as it lies there."""
    from importlib.metadata import PackageNotFoundError, version  # here: it costs more than the rest of the package

    try:
        return version(DISTRIBUTION)
    except PackageNotFoundError:
        return "unknown"
