"""Where the fault is, when functions that call each other answer wrongly.

A function is wrong by itself if it answers wrongly though the other functions that could be at fault, all of them or
any one, are replaced by right ones. (One may do where all do not: a program may rely on what is odd about another.)
Only such a function excuses another. Where every function is right by itself and
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
        alone = [frozenset({other}) for other in wrong if other in others]
        if not any(is_right(name, some) for some in (others, *alone) if some):
            found[name] = Blame()
    left = [name for name in wrong if name not in found]
    while left:
        to_blame = tuple(name for name in found if name in doubtful and not found[name].misled_by)
        groups = dict.fromkeys(
            tuple(sorted((name, *found[name].tangled_with), key=to_blame.index)) for name in to_blame
        )
        excuses = {name: _excuse(name, [*groups], is_right) for name in left}
        found |= {name: Blame(misled_by=names) for name, names in excuses.items() if names}
        left = [name for name in left if name not in found]
        tangle = _tangle(left, doubtful, is_right)
        found |= {name: Blame(tangled_with=tuple(other for other in tangle if other != name)) for name in tangle}
        left = [name for name in left if name not in tangle]
    return found


def _excuse(
    name: str, groups: Sequence[tuple[str, ...]], is_right: Callable[[str, frozenset[str]], bool]
) -> tuple[str, ...]:
    """By whom it is misled: those in whose place right ones make it right, and of these no more than are needed."""
    tried = (frozenset(chain(*groups)), *map(frozenset, groups))
    kept = next(([group for group in groups if some.issuperset(group)] for some in tried if is_right(name, some)), [])
    for group in tuple(kept):
        rest = [other for other in kept if other != group]
        if rest and is_right(name, frozenset(chain(*rest))):
            kept = rest
    return tuple(chain(*kept))


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
