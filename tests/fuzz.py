"""Damaging files and spoiling texts in many ways: a few in a usual run, a hundred thousand of each kind in a run of
everything.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from extent import usually

NUMBER = usually(500, 100_000)
"""How many inputs each reader is tried with."""
LONGEST_SENTENCE = 3_000
PIECES = (
    *("", " ", "  ", "\t", "\n", "\r\n", "\x00", "\x1b[2J", "\x85", "\u2028", "\u202e", "\u200b", "\ufeff", "\ud800"),
    *("-1", "0", "00", "+3", "1_0", "1e9", "0x3", "1.0", "NaN", "inf", "9" * 9, "9" * 10, "9" * 30, "9" * 5_000),
    *("٣", "²", "３", "①", "\u212a", "ı", "ſ", "İ", "é", "e\u0301", "Ｘ", "×", "О", "😀", "ß", "\U0010ffff"),
    *("X", "O", "x", "o", ".", "/", ",", ":", ";", "a1", "z9", "s19", "t20", "3,3,3", "19,19,5", "X.O/.X./..O"),
    *("%", "%s", "{0}", "'", '"', "\\", "`", "<b>", "&", "#", "?", "../", "~", "=", "null", "None", "true"),
    *("[" * 50, "(" * 500, '{"":' * 50, "x" * 1_000, "." * 400, "./" * 200, "b2 " * 300),
)
"""What may stand where it should not."""


def damaged(whole: bytes, seed: str) -> Iterator[bytes]:
    """Contents that differ from these: cut off, bits turned, parts repeated, put elsewhere, or of nothing like it."""
    rng = random.Random(seed)
    made = 0
    while made < NUMBER:
        content = _damage(whole, rng)
        if content != whole:
            made += 1
            yield content


def spoiled(texts: Sequence[str], chance: random.Random, pieces: Sequence[str] = PIECES) -> str:
    """One of these texts with some of it replaced, put in, taken out or doubled; now and then as it is."""
    text = chance.choice(texts)
    for _ in range(chance.choice((0, 1, 1, 1, 2, 4))):
        start = chance.randrange(len(text) + 1)
        end = min(len(text), start + chance.choice((0, 0, 1, 1, 2, 8, 40)))
        other = chance.choice(texts)
        piece = chance.choice(
            (
                "",
                chance.choice(pieces),
                chr(chance.randrange(128)),
                chr(chance.randrange(0x11_0000)),
                text[start:end] * 2,
                other[chance.randrange(len(other) + 1) :][: chance.randrange(20)],
            )
        )
        text = text[:start] + piece + text[end:]
    return text


def is_a_sentence(text: str) -> bool:
    """Whether a person can be shown this as one line."""
    return 0 < len(text) <= LONGEST_SENTENCE and text.isprintable() and "Traceback" not in text


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
