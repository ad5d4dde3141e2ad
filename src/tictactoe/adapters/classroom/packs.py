"""The folders that judge programs elsewhere: each holds this package, so that nothing need be installed there.

gradescope   the autograder of an assignment of Gradescope, to be uploaded as a zip file
check50      a folder of checks for the tool of that name
"""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, Literal

from tictactoe.adapters.classroom.settings import NAME, Settings
from tictactoe.rules import BadInput, quote

Pack = Literal["gradescope", "check50"]
HERE: Final = Path(__file__).parent
PACKAGE: Final = HERE.parents[1]
FILES: Final[Mapping[Pack, Mapping[str, str]]] = {
    "gradescope": {"setup.sh": "setup.sh", "run_autograder": "run_autograder"},
    "check50": {"cs50.yml": ".cs50.yml", "checks.py": "checks.py"},
}
"""Of each the files that are its own, and how they are called there."""


def make_pack(kind: Pack, folder: Path, settings: Settings | None = None) -> None:
    """Make the folder, whole or not at all; BadInput if it is there and holds anything, or cannot be made."""
    try:
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise BadInput(f"{quote(str(folder))} is there already: name a folder that is new, or empty")
        with TemporaryDirectory(prefix="tictactoe-", dir=folder.absolute().parent) as beside:
            made = Path(beside, "made")
            shutil.copytree(PACKAGE, made / PACKAGE.name, ignore=shutil.ignore_patterns("__pycache__", "*.pyc"))
            for file, name in FILES[kind].items():
                shutil.copyfile(HERE / kind / file, made / name)
                (made / name).chmod(0o755 if kind == "gradescope" else 0o644)
            (made / NAME).write_text((settings or Settings()).to_json(), encoding="utf-8")
            if folder.exists():
                folder.rmdir()
            made.rename(folder)
    except OSError as error:
        raise BadInput(f"{quote(str(folder))} cannot be made: {error.strerror or error}") from None
