"""Damaging files in many ways: a few in a usual run, a hundred thousand of each kind in a run of everything."""

from __future__ import annotations

import random
from collections.abc import Iterator

from extent import usually

NUMBER = usually(500, 100_000)
"""How many inputs each kind of file is tried with."""


def damaged(whole: bytes, seed: str) -> Iterator[bytes]:
    """Contents that differ from these: cut off, bits turned, parts repeated, put elsewhere, or of nothing like it."""
    rng = random.Random(seed)
    made = 0
    while made < NUMBER:
        content = _damage(whole, rng)
        if content != whole:
            made += 1
            yield content


def _damage(whole: bytes, rng: random.Random) -> bytes:
    kind = rng.randrange(7)
    at, to = sorted(rng.randrange(len(whole) + 1) for _ in range(2))
    if kind == 0:
        return whole[:at]
    if kind == 1:
        return whole[:at] + whole[to:]
    if kind == 2:
        return whole[:to] + whole[at:]
    if kind == 3:
        return whole[:at] + rng.randbytes(rng.randrange(1, 40)) + whole[to if rng.random() < 0.5 else at :]
    if kind == 4:
        return rng.randbytes(rng.randrange(200))
    content = bytearray(whole)
    for _ in range(rng.randrange(1, 4)):
        place = rng.randrange(min(len(content), 400) if kind == 5 else len(content))  # what comes first matters most
        content[place] ^= 1 << rng.randrange(8)
    return bytes(content)
