"""Knowing again what this user's tictactoe has written.

A value that took hours to find cannot be proven again each time it is read; so whatever is kept is sealed with a key of
the user's, and believed only if the seal fits. The seal covers the text of the rules and the searches too: what
another version has found is found anew.

The key is 32 random bytes in the user's data folder, which nobody else can read; it is made when it is first needed.
"""

from __future__ import annotations

import hmac
import os
from contextlib import suppress
from functools import cache
from pathlib import Path
from secrets import token_bytes, token_hex

from tictactoe.search.places import hash_of_text, is_private, key_folder

KEY_BYTES = 32
TEXT = ("rules", "search/proof", "search/kernels")
"""The folders of the package that what is kept depends on."""
NOT_OURS = "was not written by this version of this user's tictactoe, or has been changed"


def seal(*parts: str) -> str:
    """The seal of these parts, in this order."""
    text = (hash_of_text(*TEXT), *parts)
    message = b"".join(len(part).to_bytes(8, "big") + part for part in (p.encode("utf-8", "replace") for p in text))
    return hmac.new(_key(), message, "sha256").hexdigest()


def fits(given: object, *parts: str) -> bool:
    """Whether this is the seal of these parts."""
    return isinstance(given, str) and given.isascii() and hmac.compare_digest(given, seal(*parts))


@cache
def _key() -> bytes:
    path = key_folder() / "key"
    try:
        return _read(path) or _make(path)
    except OSError:
        return token_bytes(KEY_BYTES)  # nothing can be kept here; what this run writes, this run knows again


def _read(path: Path) -> bytes | None:
    """The key, if there is one. One that others can read, or of the wrong length, is taken away."""
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    try:
        number = os.open(path, flags)
    except FileNotFoundError:
        return None
    with os.fdopen(number, "rb") as file:
        key = file.read(KEY_BYTES + 1)
        if len(key) == KEY_BYTES and is_private(os.fstat(number)):
            return key
        if os.name != "nt" and os.fstat(number).st_uid != os.getuid():
            raise PermissionError("it is somebody else's key")
    path.unlink()
    return None


def _make(path: Path) -> bytes:
    """A new key; or the one that another run has made in the meantime."""
    beside = path.with_name(f"key-{token_hex(8)}")
    number = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600)
    try:
        with os.fdopen(number, "wb") as file:
            file.write(token_bytes(KEY_BYTES))
        try:
            path.hardlink_to(beside)
        except FileExistsError:
            pass
        except OSError:  # a file system without links
            beside.replace(path)
    finally:
        with suppress(OSError):
            beside.unlink()
    if (key := _read(path)) is None:
        raise FileNotFoundError(path)
    return key
