"""Where things are kept between runs."""

from __future__ import annotations

import os
import stat
import tempfile
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path

from platformdirs import user_cache_path, user_data_path

PACKAGE = Path(__file__).parents[1]


@cache
def cache_folder() -> Path:
    """A folder that can be written to: $TICTACTOE_CACHE, the user's cache folder, or else `private_folder`."""
    wanted = _wanted()
    return wanted if _make(wanted) else private_folder()


@cache
def key_folder() -> Path:
    """Where this user's key is: never in the cache folder, which may come from somebody else, key and all."""
    wanted = user_data_path("tictactoe")
    return wanted if _make(wanted) else private_folder()


@cache
def private_folder() -> Path:
    """A folder of this user's among the temporary ones, found again until they are cleared away.

    Whoever made it first could be anybody: it is used if it belongs to this user and nobody else can write there, and
    otherwise there is one for this run only.
    """
    folder = _private_path()
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        if is_private(folder.lstat()) and _make(folder):
            return folder
    except OSError:
        pass
    return Path(tempfile.mkdtemp(prefix="tictactoe-"))


def is_private(status: os.stat_result) -> bool:
    """Whether a file or folder, not a link, belongs to this user and to nobody else. Windows sees to that itself."""
    if stat.S_ISLNK(status.st_mode):
        return False
    return os.name == "nt" or (status.st_uid == os.getuid() and not status.st_mode & 0o077)


def table_folders() -> Iterator[Path]:
    """Where kept tables are put, and after that where else they are looked for, since what is read-only can be read."""
    yield cache_folder()
    if cache_folder() != _wanted():
        yield _wanted()


def compiled_folders(make: bool = False) -> Iterator[Path]:
    """Where what numba has compiled is looked for, or kept: beside the answers, and else in the private folder.

    They are named after the text of all kernels. numba does not notice when a function in another file changes; so,
    with any change, everything is compiled anew. What is compiled is code that will be run: a folder that somebody
    else can have written to is not among them. The private folder is made only for somebody who needs it.
    """
    name = f"compiled-{hash_of_text('search/kernels')[:16]}"
    if _is_trusted(_wanted() / name):
        yield _wanted() / name
    if make or _private_path().exists():
        yield private_folder() / name


@cache
def hash_of_text(*folders: str) -> str:
    """What changes with every change in these folders of the package."""
    digest = sha256()
    for folder in folders:
        for path in sorted((PACKAGE / folder).glob("*.py")):
            digest.update(path.read_bytes())
    return digest.hexdigest()


def _wanted() -> Path:
    return Path(os.environ.get("TICTACTOE_CACHE") or user_cache_path("tictactoe"))


def _private_path() -> Path:
    return Path(tempfile.gettempdir()) / f"tictactoe-{os.getuid() if os.name != 'nt' else 'user'}"


def _is_trusted(folder: Path) -> bool:
    """Whether nobody but this user, or the one who runs the machine, can have written there."""
    if os.name == "nt":
        return True
    try:
        status = folder.stat()
    except OSError:  # it is not there yet, or cannot be looked into
        return True
    return status.st_uid in (0, os.getuid()) and not status.st_mode & 0o002


def _make(folder: Path) -> bool:
    """Make a folder, if it is not there; whether it can be written to."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False
