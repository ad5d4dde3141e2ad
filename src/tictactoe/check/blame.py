"""Where the fault is, when functions that call each other answer wrongly.

A function is wrong by itself if it answers wrongly though every other function that could be at fault is replaced by a
right one. Only such a function excuses another. Where every function is right by itself and
the program is not, some depend on each other, and these are to blame together.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import chain
from typing import NamedTuple


class Blame(NamedTuple):
    """Why a function answers wrongly: it is wrong by itself if both are empty."""

    misled_by: tuple[str, ...] = ()
    """Functions to blame, with right ones in the place of which this one is right."""
    tangled_with: tuple[str, ...] = ()
    """Functions with which it is wrong, but each of them is right if the others are."""


def find_blame(
    wrong: Sequence[str],
    doubtful: Collection[str],
    is_right: Callable[[str, frozenset[str]], bool],
) -> Mapping[str, Blame]:
    """Of each function that answers wrongly, why.

    `doubtful` are all that could be at fault and can be replaced; `is_right` says whether a function answers rightly
    when these are. Somebody is always to blame.
    """
    found: dict[str, Blame] = {}
    for name in wrong:
        others = frozenset(doubtful) - {name}
        if not others or not is_right(name, others):
            found[name] = Blame()
    left = [name for name in wrong if name not in found]
    while left:
        to_blame = tuple(name for name in found if name in doubtful and not found[name].misled_by)
        excused = [name for name in left if to_blame and is_right(name, frozenset(to_blame))]
        groups = dict.fromkeys(
            tuple(sorted((name, *found[name].tangled_with), key=to_blame.index)) for name in to_blame
        )
        found |= {name: _fewest(name, groups, is_right) for name in excused}
        left = [name for name in left if name not in excused]
        tangle = _tangle(left, doubtful, is_right)
        found |= {name: Blame(tangled_with=tuple(other for other in tangle if other != name)) for name in tangle}
        left = [name for name in left if name not in tangle]
    return found


def _fewest(name: str, groups: Collection[tuple[str, ...]], is_right: Callable[[str, frozenset[str]], bool]) -> Blame:
    """By whom it is misled: of those in whose place right ones make it right, the ones that are needed for it."""
    kept = list(groups)
    for group in groups:
        rest = [other for other in kept if other != group]
        if rest and is_right(name, frozenset(chain(*rest))):
            kept = rest
    return Blame(misled_by=tuple(chain(*kept)))


def _tangle(
    names: Sequence[str], doubtful: Collection[str], is_right: Callable[[str, frozenset[str]], bool]
) -> list[str]:
    """As few of these functions as can be that are wrong together, though all others are replaced."""
    kept = list(names)
    for name in reversed(names):
        rest = [other for other in kept if other != name]
        if any(not is_right(other, frozenset(doubtful) - frozenset(rest)) for other in rest):
            kept = rest
    return kept
