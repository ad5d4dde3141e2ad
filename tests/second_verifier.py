"""A second checker of proofs, written from docs/proofs.md alone: sets of (row, column), nothing shared with the first.

python second_verifier.py FILE ...
"""

from __future__ import annotations

import gzip
import json
import sys
import zlib
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

Square = tuple[int, int]
Zone = frozenset[Square] | None
"""None is everything."""
Known = dict[tuple[str, str], Zone]
STEPS = ((0, 1), (1, 0), (1, 1), (1, -1))


class Rejected(Exception):
    """Why a proof is none."""


class Size(NamedTuple):
    rows: int
    cols: int
    k: int


class Board(NamedTuple):
    """The attacker's squares, the defender's, and the empty ones."""

    size: Size
    attacker: frozenset[Square]
    defender: frozenset[Square]
    empty: frozenset[Square]


def demand(true: object, otherwise: str) -> None:
    if not true:
        raise Rejected(otherwise)


@cache
def squares(size: Size) -> tuple[Square, ...]:
    return tuple((row, col) for row in range(size.rows) for col in range(size.cols))


@cache
def rows_of_k(size: Size) -> tuple[frozenset[Square], ...]:
    runs = (
        frozenset((row + i * down, col + i * right) for i in range(size.k))
        for row, col in squares(size)
        for down, right in STEPS
        if row + (size.k - 1) * down < size.rows and 0 <= col + (size.k - 1) * right < size.cols
    )
    return tuple(set(runs))


def board_of(size: Size, text: str) -> Board:
    of = {
        mark: frozenset(square for square, each in zip(squares(size), text, strict=True) if each == mark)
        for mark in "XO."
    }
    return Board(size, of["X"], of["O"], of["."])


def taken(board: Board, move: Iterable[Square] = (), reply: Iterable[Square] = ()) -> Board:
    return Board(
        board.size,
        board.attacker.union(move),
        board.defender.union(reply),
        board.empty.difference(move).difference(reply),
    )


def live(board: Board) -> list[frozenset[Square]]:
    return [line for line in rows_of_k(board.size) if line.isdisjoint(board.defender)]


def finishing(board: Board, stones: frozenset[Square]) -> set[Square]:
    """Empty squares that complete a line of these stones."""
    gaps = (line - stones for line in rows_of_k(board.size))
    return {square for gap in gaps if len(gap) == 1 for square in gap if square in board.empty}


@cache
def images(size: Size) -> tuple[dict[Square, Square], ...]:
    """For each image where every square goes."""
    return tuple(
        {
            (row, col): (
                (size.rows - 1 - down if upside_down else down),
                (size.cols - 1 - right if backwards else right),
            )
            for row, col in squares(size)
            for down, right in [(col, row) if transposed else (row, col)]
        }
        for transposed in ([False, True] if size.rows == size.cols else [False])
        for upside_down in (False, True)
        for backwards in (False, True)
    )


def named(board: Board) -> tuple[str, dict[Square, Square]]:
    """The name of a state, and where the squares of that image come from."""
    best = None
    for image in images(board.size):
        back = {there: here for here, there in image.items()}
        drawn = "".join(
            "X" if back[square] in board.attacker else "O" if back[square] in board.defender else "."
            for square in squares(board.size)
        )
        if best is None or drawn < best[0]:
            best = drawn, back
    assert best
    return best


def is_won(board: Board, known: Known) -> bool:
    return bool(finishing(board, board.attacker)) or ("wins", named(board)[0]) in known


def is_lost_for_the_defender(board: Board, known: Known, stones: list[Square] | None = None) -> bool:
    """The defender is to move."""
    if not board.empty or finishing(board, board.defender):
        return False
    threats = finishing(board, board.attacker)
    if len(threats) > 1:
        return True
    after = [taken(board, reply=[reply]) for reply in threats or board.empty]
    by_stones = [] if threats or stones is None else [each for each in after if stones_win(each, stones)]
    return all(each in by_stones or is_won(each, known) for each in after)


def stones_win(board: Board, stones: list[Square]) -> bool:
    """The attacker is to move, and completes no line at once."""
    for stone in stones:
        if stone not in board.empty or finishing(board, board.defender) - {stone}:
            return False
        board = taken(board, [stone])
        threats = finishing(board, board.attacker)
        if len(threats) != 1:
            return len(threats) > 1
        board = taken(board, reply=threats)
    return False


def holding(kind: str, board: Board, known: Known) -> tuple[bool, Zone]:
    """Whether the defender is known to hold, and the zone."""
    lines = live(board)
    if not lines:
        return True, frozenset()
    if any(len(line & board.empty) < 2 for line in lines):
        return False, None
    if kind == "real" and len(finishing(board, board.defender)) > 1:
        return True, None
    if kind == "weak":
        useful = frozenset().union(*lines)
        board = Board(
            board.size, board.attacker & useful, frozenset(squares(board.size)) - useful, board.empty & useful
        )
    name, back = named(board)
    if (kind, name) not in known:
        return False, None
    zone = known[kind, name]
    return True, None if zone is None else frozenset(back[square] for square in zone)


def square_at(board: Board, number: object) -> Square:
    found = [square for each, square in enumerate(squares(board.size)) if type(number) is int and each == number]
    demand(found and found[0] in board.empty, "that is no empty cell")
    return found[0]


def items(value: object) -> list[Any]:
    if not isinstance(value, list):
        raise Rejected("that is no list")
    return value


def couples(board: Board, value: object) -> list[tuple[Square, Square]]:
    found = [[square_at(board, number) for number in items(couple)] for couple in items(value)]
    demand(all(len(couple) == 2 for couple in found), "that is no pair")
    return [(one, two) for one, two in found]


def stated_zone(kind: str, board: Board, value: object) -> Zone:
    if value is None and kind == "real":
        return None
    found = [square_at(board, number) for number in items(value)]
    demand(all(one < two for one, two in pairwise(found)), "the zone does not ascend")
    return frozenset(found)


def covers(larger: Zone, smaller: Zone) -> bool:
    return larger is None or (smaller is not None and smaller <= larger)


def by_pairs(board: Board, pairs: list[tuple[Square, Square]]) -> Zone:
    cells = [square for pair in pairs for square in pair]
    demand(len(cells) == len(set(cells)), "a cell is paired twice")
    demand(all(any(line.issuperset(pair) for pair in pairs) for line in live(board)), "a line has no pair")
    return frozenset(cells)


def by_replies(kind: str, board: Board, answers: list[tuple[Square, Square]], known: Known) -> Zone:
    demand(all(len(line & board.empty) > 1 for line in live(board)), "the attacker completes a line")
    demand(answers and len({move for move, _ in answers}) == len(answers), "moves are missing, or stand twice")
    needed: list[Zone] = []
    for move, reply in answers:
        demand(move != reply, "a move is its own reply")
        if kind == "real" and any(line <= board.defender | {reply} for line in rows_of_k(board.size)):
            needed.append(None)
            continue
        holds, zone = holding(kind, taken(board, [move], [reply]), known)
        demand(holds, "a reply is not known to hold")
        needed.append(None if zone is None else zone | {reply})
    urgent = finishing(board, board.defender) if kind == "real" else set()
    to_list = set(urgent or board.empty).intersection(*(zone for zone in needed if zone is not None))
    demand(to_list <= {move for move, _ in answers}, "a move has no reply")
    return None if urgent or None in needed else frozenset().union(*(zone for zone in needed if zone is not None))


def entry(size: Size, data: dict[str, Any], known: Known) -> tuple[tuple[str, str], Zone, bool]:
    """The statement of an entry, its zone, and whether it is only given."""
    kinds = [kind for kind in ("wins", "weak", "real") if kind in data]
    demand(len(kinds) == 1, "it is not about one state")
    (kind,), names = kinds, data.keys() - kinds
    text = data[kind]
    demand(type(text) is str and len(text) == len(squares(size)) and set(text) <= set("XO."), "that is no state")
    board, statement = board_of(size, text), (kind, text)
    done = [line for line in rows_of_k(size) if line <= board.attacker or line <= board.defender]
    demand(kind == "weak" or not done, "somebody has completed a line")
    demand("given" not in data or data["given"] is True, "given is not true")
    if kind == "wins" and names == {"move"}:
        after = taken(board, [square_at(board, data["move"])])
        demand(is_lost_for_the_defender(after, known), "the move is not known to win")
        return statement, frozenset(), False
    if kind == "wins" and names == {"move", "threat"}:
        after = taken(board, [square_at(board, data["move"])])
        stones = [square_at(after, number) for number in items(data["threat"])]
        demand(is_lost_for_the_defender(after, known, stones), "the move is not known to win")
        return statement, frozenset(), False
    if kind == "wins" and names == {"stones"}:
        stones = [square_at(board, number) for number in items(data["stones"])]
        demand(not finishing(board, board.attacker), "a line can be completed at once")
        demand(stones_win(board, stones), "the stones do not win")
        return statement, frozenset(), False
    if kind == "wins":
        demand(names == {"given"}, "that is not the form")
        return statement, frozenset(), True
    if names == {"pairs"}:
        return statement, by_pairs(board, couples(board, data["pairs"])), False
    demand(names in ({"zone", "moves"}, {"zone", "given"}), "that is not the form")
    zone = stated_zone(kind, board, data["zone"])
    if "moves" in data:
        relied_on = by_replies(kind, board, couples(board, data["moves"]), known)
        demand(covers(zone, relied_on), "the zone is too small")
    return statement, zone, "given" in data


def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    demand(len({name for name, _ in pairs}) == len(pairs), "a name stands twice")
    return dict(pairs)


def parts_of(content: bytes) -> Iterator[list[dict[str, Any]]]:
    """The objects of each part of a file."""
    try:
        lines = gzip.decompress(content).split(b"\n")
    except (OSError, EOFError, zlib.error):
        raise Rejected("it is no gzip file") from None
    demand(lines.pop() == b"" and lines, "the last line does not end, or there is none")
    demand(all(len(line) < 20_000 for line in lines), "a line is too long")
    starts = [number for number, line in enumerate(lines) if line.startswith(b'{"format":')]
    demand(starts[:1] == [0], "it does not begin with a header")
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        demand(sum(len(line) + 1 for line in lines[start:end]) <= 8_388_608, "a part is too long")
        try:
            found = [json.loads(line.decode(), object_pairs_hook=once) for line in lines[start:end]]
        except (ValueError, RecursionError):
            raise Rejected("that is not JSON") from None
        demand(all(type(each) is dict for each in found), "a line is not an object")
        yield found


def read_header(data: dict[str, Any]) -> tuple[Size, str, dict[str, str]]:
    demand(data.keys() == {"format", "game", "position", "claims"}, "that is no header")
    demand(data["format"] == "tictactoe proof 2", "that is another format")
    game, position, claims = data["game"], data["position"], data["claims"]
    demand(type(game) is str and type(position) is str and type(claims) is dict and claims, "that is no header")
    numbers = game.split(",")
    demand(len(numbers) == 3 and all(each.isascii() and each.isdigit() for each in numbers), "that is no game")
    demand(all(len(each) < 9 and str(int(each)) == each for each in numbers), "that is no game")
    size = Size(*map(int, numbers))
    demand(1 <= size.rows <= 19 and 1 <= size.cols <= 19 and 1 <= size.k <= 1_000_000, "that is no game")
    rows = position.split("/")
    demand([len(row) for row in rows] == [size.cols] * size.rows and set(position) <= set("XO./"), "that is no board")
    demand(position.count("X") - position.count("O") in (0, 1) and "." in position, "that cannot arise, or is over")
    demand(claims.keys() <= {"X", "O"}, "the claims are about nobody")
    demand(all(kind in ("wins", "weak", "real") for kind in claims.values()), "that is no claim")
    return size, "".join(rows), claims


def follows(size: Size, text: str, attacker: str, kind: str, known: Known) -> bool:
    to_move = "X" if text.count("X") == text.count("O") else "O"
    board = board_of(size, text if attacker == "X" else text.translate(str.maketrans("XO", "OX")))
    over = any(line <= stones for line in rows_of_k(size) for stones in (board.attacker, board.defender))
    demand(not over, "the game is over")
    if kind == "wins":
        return is_won(board, known) if to_move == attacker else is_lost_for_the_defender(board, known)
    if to_move == attacker:
        return holding(kind, board, known)[0]
    return bool(kind == "real" and finishing(board, board.defender)) or any(
        holding(kind, taken(board, reply=[reply]), known)[0] for reply in board.empty
    )


def verify(contents: Iterable[bytes]) -> set[tuple[Size, str, str, str]]:
    """What is proven by these files together: game, position, attacker and kind. Rejected if they prove nothing."""
    proven: dict[tuple[str, str], set[Zone]] = {}
    given: set[tuple[tuple[str, str], Zone]] = set()
    headers = []
    for part in (part for content in contents for part in parts_of(content)):
        headers.append(read_header(part[0]))
        size = headers[0][0]
        demand(headers[-1][0] == size, "the games differ")
        known: Known = {}
        for data in part[1:]:
            statement, zone, is_given = entry(size, data, known)
            demand(statement not in known, "a statement stands twice")
            known[statement] = zone
            if is_given:
                given.add((statement, zone))
            else:
                proven.setdefault(statement, set()).add(zone)
    for statement, zone in given:
        demand(any(covers(zone, each) for each in proven.get(statement, ())), "something given is not proven")
    everything: Known = {statement: next(iter(zones)) for statement, zones in proven.items()}
    claims = {(size, text, attacker, kind) for size, text, claims in headers for attacker, kind in claims.items()}
    for claim in claims:
        demand(follows(*claim, everything), "a claim does not follow")
    return claims


if __name__ == "__main__":
    for claim in verify(Path(path).read_bytes() for path in sys.argv[1:]):
        print("Proven:", *claim)
