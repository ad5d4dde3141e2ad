"""A worker of this machine as a process: a plain `dask worker` that takes its folder with it when it ends.

Its arguments are the folder, which is made and has a number for its name, and those of `dask worker`. Whoever has
started it may have been ended by force, and cannot be relied on to tidy up: the folder above goes with the last one.
"""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path
from shutil import rmtree


def run(folder: Path, arguments: list[str]) -> None:
    """Be a worker until its scheduler is gone."""
    from distributed.cli.dask_worker import main

    try:
        folder.mkdir(mode=0o700, parents=True)  # the last of those before may have taken the one above it
        main([*arguments, "--local-directory", str(folder)], prog_name="dask worker")
    finally:
        rmtree(folder, ignore_errors=True)
        with suppress(OSError):
            if not any(other.name.isdecimal() for other in folder.parent.iterdir()):
                rmtree(folder.parent, ignore_errors=True)


if __name__ == "__main__":
    run(Path(sys.argv[1]), sys.argv[2:])
