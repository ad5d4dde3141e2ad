"""Values for property tests."""

from __future__ import annotations

from functools import reduce

from hypothesis import strategies as st

from tictactoe.match import LEVELS, PERSON, Session
from tictactoe.rules import Cell, Game, Position

games = st.builds(Game, st.integers(1, 19), st.integers(1, 19), st.integers(1, 25))
small_games = st.builds(Game, st.integers(1, 4), st.integers(1, 3), st.integers(1, 5))


@st.composite
def played(draw: st.DrawFn, of: st.SearchStrategy[Game] = games) -> tuple[Game, tuple[Cell, ...], Position]:
    """A game, some legal moves from its start, and where they lead."""
    game = draw(of)
    order = draw(st.permutations(list(game.cells)))[: draw(st.integers(0, 40))]
    moves: list[Cell] = []
    position = Position()
    for cell in order:
        if game.outcome(position):
            break
        moves.append(cell)
        position = position.play(cell)
    return game, tuple(moves), position


seats = st.sampled_from([PERSON, *LEVELS])
seeds = st.integers(0, 10**9)


@st.composite
def sessions(draw: st.DrawFn, of: st.SearchStrategy[Game] = games) -> Session:
    """Any session: begun anywhere, any players, some of the moves taken back, perhaps given up by a person."""
    game, moves, _ = draw(played(of))
    begun = draw(st.just(0) | st.integers(0, len(moves)))
    start = reduce(Position.play, moves[:begun], Position())
    moves = moves[begun:]
    kept = draw(st.integers(0, len(moves)))
    session = Session(game, moves[:kept], draw(seats), draw(seats), draw(seeds), moves[kept:], start=start)
    if session.people and not session.outcome and draw(st.booleans()):
        return session.resign()
    return session


anything = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.sampled_from(["X", "O", "", " ", ".", "x", "o", "XOX"])
    | st.text()
    | st.binary(),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.lists(inner, min_size=3, max_size=3)
        | st.tuples(inner, inner)
        | st.dictionaries(st.integers() | st.text(), inner, max_size=3)
    ),
    max_leaves=12,
)
marks = st.sampled_from(["X", "O", None])
grids = st.lists(st.lists(marks, min_size=3, max_size=3), min_size=3, max_size=3)
nearly_grids = st.lists(st.lists(marks | anything, min_size=2, max_size=4) | anything, min_size=2, max_size=4)
