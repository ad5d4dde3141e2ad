"""Compiling the kernels, and keeping what is compiled.

numba keeps compiled code in files and fails where it cannot write them, or finds one damaged. Here that only costs the
time to compile: code that cannot be kept is used all the same, a folder that is read-only is read, and a file whose
hash does not fit is compiled anew.

A function is compiled once for each list of types, and to numba a literal number is a type of its own: what kernels
hand on to each other is a number of numpy.
"""

from __future__ import annotations

import pickle
import sys
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

from numba import njit
from numba.core.caching import CompileResultCacheImpl, FunctionCache, IndexDataCacheFile

from tictactoe.search.compiling import tell_compiling
from tictactoe.search.places import compiled_folders

HASH_BYTES = 32


def compiled(nogil: bool = False) -> Callable[[Callable[..., Any]], Any]:
    """Compile a function when it is first called, or load it if an earlier run has; `nogil` lets other threads run."""

    def decorate(function: Callable[..., Any]) -> Any:
        # no counting of references: nothing is allocated in a kernel, and threads would wait for each other's counts
        options: dict[str, Any] = {"nogil": nogil, "error_model": "numpy", "_nrt": False}
        made: Any = njit(**options)(function)
        if hasattr(made, "enable_caching"):  # with compiling switched off it is the function itself
            made._cache = _Cache(function)
            made.compile = _hearing_ctrl_c(made.compile)
        return made

    return decorate


def _hearing_ctrl_c(compile_it: Callable[..., Any]) -> Callable[..., Any]:
    """The same, but Ctrl-C ends it: one that comes while LLVM works would be lost in the callback that follows."""

    def compile_and_hear(*arguments: Any) -> Any:
        lost: list[BaseException] = []
        before = sys.unraisablehook

        def hear(what: Any) -> None:
            if isinstance(what.exc_value, KeyboardInterrupt):
                lost.append(what.exc_value)
            else:
                before(what)

        sys.unraisablehook = hear
        try:
            result = compile_it(*arguments)
        except RuntimeError:  # what the callback was to bring is missed
            if not lost:
                raise
        finally:
            sys.unraisablehook = before
        if lost:
            raise KeyboardInterrupt
        return result

    return compile_and_hear


class _Locator:
    """What numba asks about a function's place. The folders are named after all kernels, so what is there is new."""

    def __init__(self, function: Callable[..., Any], file: str) -> None:
        self._py_file = file
        self._line = function.__code__.co_firstlineno

    @classmethod
    def from_function(cls, function: Callable[..., Any], file: str) -> _Locator:
        return cls(function, file)

    def get_cache_path(self) -> str:
        return ""

    def ensure_cache_path(self) -> None:
        pass

    def get_source_stamp(self) -> str:
        return ""

    def get_disambiguator(self) -> str:
        return str(self._line)


class _Place(CompileResultCacheImpl):
    _locator_classes = [_Locator]  # noqa: RUF012  as numba has it


class _Files(IndexDataCacheFile):
    """numba's files, each with the hash of what is in it."""

    def _dump(self, value: object) -> bytes:
        data: bytes = super()._dump(value)
        return sha256(data).digest() + data

    def _load_index(self) -> dict[Any, str]:
        with suppress(Exception), Path(self._index_path).open("rb") as file:
            if pickle.load(file) == self._version:  # noqa: S301  code of ours, from a folder that is trusted
                stamp, names = _whole(file.read())
                return names if stamp == self._source_stamp else {}
        return {}

    def _load_data(self, name: str) -> Any:
        return _whole(Path(self._data_path(name)).read_bytes())


def _whole(content: bytes) -> Any:
    """What was dumped; OSError, which numba takes for a file that is not there, if it is damaged."""
    if sha256(content[HASH_BYTES:]).digest() != content[:HASH_BYTES]:
        raise OSError("the file is damaged")
    return pickle.loads(content[HASH_BYTES:])  # noqa: S301


class _Cache(FunctionCache):
    """One function's compiled code, in the first folder that has it, or else the first that takes it."""

    _impl_class = _Place

    def load_overload(self, signature: Any, context: Any) -> Any:
        for folder in compiled_folders():
            self._cache_file = self._files(folder)
            if (found := super().load_overload(signature, context)) is not None:
                return found
        tell_compiling()
        return None

    def save_overload(self, signature: Any, result: Any) -> None:
        for folder in compiled_folders(make=True):
            with suppress(OSError):
                folder.mkdir(parents=True, exist_ok=True)
                self._cache_file = self._files(folder)
                super().save_overload(signature, result)
                return

    def _files(self, folder: Path) -> _Files:
        return _Files(str(folder), self._impl.filename_base, self._impl.locator.get_source_stamp())
