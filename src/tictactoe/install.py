"""The command that brings an extra to this copy of the package, whichever way the copy was installed.

What installers leave behind tells the way: `direct_url.json` for a copy that is not from the package index (PEP 610),
and a file of their own in the environments that pipx and `uv tool` keep.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import sys
import sysconfig
from collections.abc import Iterable
from contextlib import suppress
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import url2pathname

from tictactoe.about import DISTRIBUTION

KEEPERS = {
    "pipx_metadata.json": ("pipx", "install", "--force"),
    "uv-receipt.toml": ("uv", "tool", "install", "--force"),
}
"""The file that marks an environment which a tool keeps for this package alone, and how that tool makes it anew."""


def install_command(extra: str) -> str:
    """A line for the shell, from the folder where this was started, after which this copy has the extra."""
    prefix = Path(sys.prefix)
    for file, command in KEEPERS.items():
        if prefix.name == DISTRIBUTION and (prefix / file).exists():
            return join_words([*command, *_source({extra, *_extras_present()}, anew=True)])
    return join_words([*_installer(), *_source({extra})])


def this_python() -> str:
    """What starts this Python from the folder where this was started.

    A path, because the program's `python` may be another than the person's: `uv run` and its like change what is found.
    """
    return path_from_here(sys.executable or "python")


def path_from_here(program: str) -> str:
    """A path that starts this very program from the folder that the person is in: below it, or from the root."""
    path = Path(program).absolute()
    with suppress(ValueError, OSError):  # it is not below this folder, or the folder is gone
        if is_here():
            below = path.relative_to(Path.cwd())
            return str(below) if len(below.parts) > 1 else f"{os.curdir}{os.sep}{below}"
    return str(path)


def is_here() -> bool:
    """Whether the person's shell is in our folder: `make -C` brings us to another, and says where it was called."""
    called_in = os.environ.get("TICTACTOE_CALLED_IN")
    return not called_in or Path(called_in) == Path.cwd()


def join_words(words: Iterable[str], platform: str = sys.platform) -> str:
    """The words as one line for the shell of this system, quoted where that is needed."""
    if platform == "win32":
        return " ".join(word if re.fullmatch(r"[\w.:\\/=@+-]+", word) else f'"{word}"' for word in words)
    return shlex.join(words)


def _installer() -> list[str]:
    """What installs into the environment of this Python."""
    if find_spec("pip"):
        command = [this_python(), "-m", "pip", "install"]
    elif shutil.which("uv") or (_metadata("INSTALLER") or "").strip() == "uv":
        command = ["uv", "pip", "install", "--python", this_python()]
    else:
        command = ["pip", "--python", this_python(), "install"]
    marked = Path(sysconfig.get_path("stdlib"), "EXTERNALLY-MANAGED").exists() and sys.prefix == sys.base_prefix
    return [*command, "--break-system-packages"] if marked else command  # as it was for this copy


def _source(extras: set[str], anew: bool = False) -> list[str]:
    """What to install, as arguments: the file or folder that this copy was made from, if it is still there.

    Otherwise its name, by which an installer finds the copy that it has; to make it anew, also where that was from.
    """
    named = f"{DISTRIBUTION}[{','.join(sorted(extras))}]"
    origin = _origin()
    url = origin.get("url", "")
    if "vcs_info" in origin:
        url = f"{origin['vcs_info']['vcs']}+{url}@{origin['vcs_info']['commit_id']}"
    elif urlsplit(url).scheme == "file":
        path = Path(url2pathname(urlsplit(url).path))
        editable = ["--editable"] if origin.get("dir_info", {}).get("editable") else []
        return [*editable, named.replace(DISTRIBUTION, str(path))] if path.exists() else [named]
    return [f"{named} @ {url}" if url and anew else named]


def _origin() -> dict[str, Any]:
    """Where this copy came from, in the words of PEP 610; empty if from the package index."""
    if _metadata("METADATA") is not None:
        found: dict[str, Any] = json.loads(_metadata("direct_url.json") or "{}")
        return found
    checkout = Path(__file__).resolve().parents[2]
    if (checkout / "pyproject.toml").exists():  # started from the source, not installed at all
        return {"url": checkout.as_uri(), "dir_info": {"editable": True}}
    return {}


def _extras_present() -> set[str]:
    """The extras of which everything is there: an environment that is made anew should have them again."""
    needs: dict[str, set[str]] = {}
    for requirement in metadata.requires(DISTRIBUTION) or ():
        if found := re.match(r"([\w.-]+).*\bextra == ['\"]([\w-]+)", requirement):
            needs.setdefault(found[2], set()).add(found[1])
    there = {extra for extra, names in needs.items() if all(_metadata("METADATA", name) for name in names)}
    return there - {"all"}  # it needs nothing but the others


def _metadata(file: str, name: str = DISTRIBUTION) -> str | None:
    try:
        return metadata.distribution(name).read_text(file)
    except metadata.PackageNotFoundError:
        return None
