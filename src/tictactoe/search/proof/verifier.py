"""Checking a proof, in plain Python, with nothing taken from the searches that found it: all there is to trust.

Each entry is checked by itself, from what was said before it in its part. No statement can rely on itself: whatever an
entry relies on has fewer empty cells. `docs/proofs.md` is the format.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from io import BytesIO
from typing import Any, NamedTuple

from tictactoe.rules import (
    LARGEST_SIDE,
    BadInput,
    Cell,
    Cells,
    Game,
    O,
    X,
    cells_of,
    format_game,
    format_position,
    parse_game,
    parse_position,
    quote,
    require_legal,
)
from tictactoe.search.proof.proof import (
    EVERYTHING,
    FORMAT,
    KINDS,
    Header,
    Kind,
    State,
    Zones,
    after,
    brought_back,
    completions,
    defender_of,
    essence,
    key_of,
    live_lines,
    name,
    parse_state,
    replied,
    show,
    state_for,
    still_wins,
    win_by,
)

BOARD = range(LARGEST_SIDE * LARGEST_SIDE)


class Wrong(Exception):
    """The proof does not prove its claim; the message says where."""


class Checked(NamedTuple):
    """What a part of a proof shows: all that is proven holds, if what is given does."""

    header: Header
    proven: Zones
    given: Zones


class Whole:
    """Parts put together, in any order: what they show without taking anything as given."""

    def __init__(self) -> None:
        self.headers: dict[Header, None] = {}
        self.entries = 0
        self._proven: dict[str, tuple[Cells, ...]] = {}
        self._given: dict[tuple[str, Cells], None] = {}
        """What is relied on and was not proven by the parts that were there by then."""

    def add(self, part: Checked) -> None:
        """Take in a part that was checked; Wrong if it is of another game than those before."""
        game = next(iter(self.headers), part.header).game
        if part.header.game != game:
            other = format_game(part.header.game)
            raise Wrong(f"the parts are of different games, {format_game(game)} and {other}")
        self.headers[part.header] = None
        self.entries += len(part.proven)
        for key, zone in part.proven.items():
            if not self._shows(key, zone):  # a hold with a smaller zone says more
                larger = self._proven.get(key, ())
                self._proven[key] = (*(each for each in larger if zone & ~each), zone)
        for statement in part.given.items():
            if not self._shows(*statement):
                self._given[statement] = None

    def _shows(self, key: str, zone: Cells) -> bool:
        """Whether this is proven: with a zone that has no cell but those that were relied on."""
        return any(proven & ~zone == 0 for proven in self._proven.get(key, ()))

    def missing(self) -> int:
        """How many statements are relied on and not proven."""
        return sum(not self._shows(*statement) for statement in self._given)

    def proven(self) -> Zones:
        """All that is proven, each statement with one of its zones."""
        return {key: zones[0] for key, zones in self._proven.items()}

    def require_claims(self) -> None:
        """Wrong unless everything that the headers claim follows from what is proven, and nothing is missing."""
        if missing := self.missing():
            raise Wrong(f"{missing:,} of the states that it relies on are not proven in it")
        for game, position, claims in self.headers:
            if game.outcome(position):
                raise Wrong("the game is over in the position claimed")
            judge = _Judge(game, lambda key: self._proven.get(key, (None,))[0])
            for attacker, kind in claims:
                state = state_for(game, position, attacker)
                moves = position.turn == attacker
                if not (judge.claim_wins(state, moves) if kind == "wins" else judge.claim_holds(kind, state, moves)):
                    raise Wrong(f"{show(game, state)}: the claim about {attacker} does not follow from what is proven")


def check_part(part: bytes) -> Checked:
    """Check every entry of a part; Wrong, or BadInput, if one does not follow from what stands before it."""
    lines = BytesIO(part)
    header = _header(_parse(lines.readline()))
    proven: Zones = {}
    given: Zones = {}
    known: Zones = {}
    judge = _Judge(header.game, known.get)
    for line in lines:
        key, zone, is_given = judge.entry(_parse(line))
        if key in known:
            raise Wrong(f"{quote(key)} is said twice in one part")
        known[key] = zone
        (given if is_given else proven)[key] = zone
    return Checked(header, proven, given)


class _Judge:
    """Decides what follows, in one game, from statements whose zones are known."""

    def __init__(self, game: Game, zone_of: Callable[[str], Cells | None]) -> None:
        self.game = game
        self.zone_of = zone_of

    def claim_wins(self, state: State, moves: bool) -> bool:
        """Whether the attacker wins; `moves` says that the attacker is to move."""
        return self.won(state) if moves else self.all_replies_lose(state)

    def claim_holds(self, kind: Kind, state: State, moves: bool) -> bool:
        """Whether the defender holds."""
        if moves:
            return self.held(kind, state) is not None
        if kind == "real" and completions(self.game, defender_of(self.game, state), state.empty):
            return True
        return any(self.held(kind, replied(state, reply)) is not None for reply in cells_of(state.empty))

    def won(self, state: State) -> bool:
        """Whether the attacker, to move, is known to win."""
        if completions(self.game, state.attacker, state.empty):
            return True
        key, _ = name(self.game, "wins", state)
        return self.zone_of(key) is not None

    def all_replies_lose(self, state: State, threat: Sequence[Cell] = ()) -> bool:
        """Whether the attacker is known to win whatever the defender, to move, does; the threat may win by itself."""
        if not state.empty or completions(self.game, defender_of(self.game, state), state.empty):
            return False
        threats = completions(self.game, state.attacker, state.empty)
        return threats.bit_count() > 1 or all(
            (threat and not threats and still_wins(self.game, state, reply, threat)) or self.won(replied(state, reply))
            for reply in cells_of(threats or state.empty)
        )

    def held(self, kind: Kind, state: State) -> Cells | None:
        """The zone with which the defender is known to hold, the attacker to move; None if that is not known."""
        live = live_lines(self.game, state)
        if not live:
            return 0
        if any((line & state.empty).bit_count() < 2 for line in live):
            return None  # the attacker completes it
        if kind == "weak":
            state = essence(state, live)
        elif completions(self.game, defender_of(self.game, state), state.empty).bit_count() > 1:
            return EVERYTHING
        key, sources = name(self.game, kind, state)
        zone = self.zone_of(key)
        return None if zone is None else brought_back(zone, sources)

    def entry(self, entry: dict[str, Any]) -> tuple[str, Cells, bool]:
        """The statement that an entry proves, its zone, and whether it only says that it is given."""
        kinds = [kind for kind in KINDS if kind in entry]
        kind: Kind = kinds[0] if kinds else "wins"
        text = entry.get(kind)
        if not isinstance(text, str) or len(text) != len(self.game.cells) or text.strip("XO."):
            raise Wrong(f"{quote(entry)} is not an entry: it names no state")
        key, state = key_of(kind, text), parse_state(text)
        if kind != "weak" and any(map(self.game.has_line, (state.attacker, defender_of(self.game, state)))):
            raise Wrong(f"{show(self.game, state)}: somebody has completed a line")
        form = entry.keys() - {kind}
        if kind == "wins" and form == {"given"}:
            return key, 0, _true(entry["given"])
        if kind == "wins" and form in ({"move"}, {"move", "threat"}):
            self.move(state, entry["move"], entry.get("threat", []))
            return key, 0, False
        if kind == "wins" and form == {"stones"}:
            self.stones(state, entry["stones"])
            return key, 0, False
        if kind != "wins" and form == {"pairs"}:
            return key, self.pairs(state, entry["pairs"]), False
        if kind != "wins" and form == {"zone", "given"}:
            return key, _zone(entry["zone"], kind, state), _true(entry["given"])
        if kind != "wins" and form == {"zone", "moves"}:
            zone = _zone(entry["zone"], kind, state)
            if self.moves(kind, state, entry["moves"]) & ~zone:
                raise Wrong(f"{show(self.game, state)}: the zone is smaller than what is relied on")
            return key, zone, False
        raise Wrong(f"{quote(entry)} is not an entry: it has the names {quote(sorted(entry))}")

    def move(self, state: State, move: Any, threat: Any) -> None:
        """The attacker makes this move, and wins whatever the defender does: often by what the move threatens."""
        _cell(move, state)
        moved = State(state.attacker | 1 << move, state.empty & ~(1 << move))
        if not self.all_replies_lose(moved, [_cell(stone, moved) for stone in _list(threat)]):
            raise Wrong(f"{show(self.game, state)}: it does not follow that {move} wins")

    def stones(self, state: State, stones: Any) -> None:
        """The attacker wins with these stones, each of which leaves the defender one reply, and the last none."""
        if completions(self.game, state.attacker, state.empty):
            raise Wrong(f"{show(self.game, state)}: the attacker completes a line at once")
        must = completions(self.game, defender_of(self.game, state), state.empty)
        if not win_by(self.game, state, [_cell(stone, state) for stone in _list(stones)], must):
            raise Wrong(f"{show(self.game, state)}: it does not follow that the stones {quote(stones)} win")

    def pairs(self, state: State, pairs: Any) -> Cells:
        """Every line that the attacker could complete contains a whole pair; the zone is the paired cells."""
        zone = 0
        masks = []
        for pair in _list(pairs):
            one, two = (1 << _cell(cell, state) for cell in _list(pair, 2))
            if one == two or zone & (one | two):
                raise Wrong(f"{show(self.game, state)}: a cell is paired twice")
            masks.append(one | two)
            zone |= one | two
        for line in live_lines(self.game, state):
            if not any(line & mask == mask for mask in masks):
                raise Wrong(f"{show(self.game, state)}: no pair holds the line {cells_of(line)}")
        return zone

    def moves(self, kind: Kind, state: State, moves: Any) -> Cells:
        """Each move listed is answered by its reply, after which the defender holds with some zone; all those zones.

        A move outside that zone and other than the reply is answered by the same reply: the attacker would have a stone
        that the defender's hold does not mind instead of the listed one. So the list needs only the moves inside the
        zones of all that stand in it.
        """
        if any((line & state.empty).bit_count() < 2 for line in live_lines(self.game, state)):
            raise Wrong(f"{show(self.game, state)}: the attacker completes a line")
        defender = defender_of(self.game, state)
        forced = completions(self.game, defender, state.empty) if kind == "real" else 0
        left, tried, zone = state.empty, 0, 0
        for answered in _list(moves):
            move, reply = (_cell(cell, state) for cell in _list(answered, 2))
            if move == reply or tried >> move & 1:
                raise Wrong(f"{show(self.game, state)}: {move} is answered by itself, or twice")
            wins = kind == "real" and self.game.has_line(defender | 1 << reply)
            relied_on = EVERYTHING if wins else self.held(kind, after(state, move, reply))
            if relied_on is None:
                raise Wrong(f"{show(self.game, state)}: it does not follow that {reply} answers {move}")
            relied_on |= 1 << reply
            left &= relied_on
            tried |= 1 << move
            zone |= relied_on
        if forced:  # elsewhere the defender completes a line at once
            left, zone = left & forced, EVERYTHING
        if not tried or left & ~tried:
            raise Wrong(f"{show(self.game, state)}: no reply to {cells_of(left & ~tried)}")
        return zone


def _parse(line: bytes) -> dict[str, Any]:
    """The object that stands in a line; BadInput if there is none, or it names something twice."""

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) < len(pairs):
            raise ValueError("a name stands twice in an object")
        return found

    try:
        data = json.loads(line.decode(), object_pairs_hook=once)
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict):
        raise BadInput(f"{quote(line)} is not a line of a proof: that is an object of JSON, with each name once")
    return data


def _header(data: dict[str, Any]) -> Header:
    if data.keys() != {"format", "game", "position", "claims"} or data["format"] != FORMAT:
        raise BadInput(f"{quote(data)} does not begin a part of the form {FORMAT!r}")
    game = parse_game(data["game"])
    position = require_legal(game, parse_position(game, data["position"]))
    if (format_game(game), format_position(game, position)) != (data["game"], data["position"]):
        raise BadInput(f"{quote(data)} writes its game or position in another way than proofs do")
    claims = data["claims"]
    if not isinstance(claims, dict) or not claims or not claims.keys() <= {X, O}:
        raise BadInput(f"the claims are {quote(claims)}, but should be about X, or O, or both")
    if not all(isinstance(kind, str) and kind in KINDS for kind in claims.values()):
        raise BadInput(f"the claims are {quote(claims)}, but should each be one of {', '.join(KINDS)}")
    return Header(game, position, tuple(sorted(claims.items())))


def _true(value: object) -> bool:
    if value is not True:
        raise Wrong(f"given is {quote(value)}, not true")
    return True


def _zone(value: object, kind: Kind, state: State) -> Cells:
    """The zone that an entry states: its cells in ascending order; null in the real game is everything."""
    if value is None and kind == "real":
        return EVERYTHING
    cells = [_cell(cell, state) for cell in _list(value)]
    if cells != sorted({*cells}):
        raise Wrong(f"the zone {quote(value)} is not in ascending order")
    return sum(1 << cell for cell in cells)


def _cell(value: object, state: State) -> Cell:
    if isinstance(value, bool) or not isinstance(value, int) or value not in BOARD or not state.empty >> value & 1:
        raise Wrong(f"{quote(value)} is not an empty cell of the state")
    return value


def _list(value: object, length: int | None = None) -> list[Any]:
    if not isinstance(value, list) or (length is not None and len(value) != length):
        raise Wrong(f"{quote(value)} is not a list" + (f" of {length}" if length else ""))
    return value
