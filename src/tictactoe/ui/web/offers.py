"""What the page may offer and must know: the package's own lists, so that no script and no markup repeats them."""

from __future__ import annotations

from tictactoe.draw.text import describe_game
from tictactoe.match import DEFAULT_SIDE, LEVELS, PERFECT, SIDES
from tictactoe.rules import format_game
from tictactoe.search.textbook import ALGORITHMS, DEFAULT_ALGORITHM
from tictactoe.study.examples import DEFAULT_EXAMPLE, EXAMPLES
from tictactoe.study.quiz import BOTH, KINDS, SHEETS, VALUES
from tictactoe.study.quiz.sheets import BEGINNING, LARGEST_SHEET, MOST_QUIZZES
from tictactoe.ui.choices import BOARDS
from tictactoe.ui.web.answers import ChoicesData

MOST_STEPS = 20_000
"""Steps of a search that one answer may have."""
FURTHEST_STEP = 100_000
"""Steps that may be run for one answer."""


def offers_data() -> ChoicesData:
    """Every choice with its `name`, which the API takes, and its `title`, which people read."""
    return {
        "boards": [{"name": format_game(game), "title": describe_game(game)} for game in BOARDS],
        "sides": [{"name": side.name, "title": side.title, "people": list(side.people)} for side in SIDES.values()],
        "levels": [{"name": level.name, "title": level.name, "manner": level.manner} for level in LEVELS.values()],
        "algorithms": [
            {"name": found.name, "title": found.title, "manner": found.manner, "has_bounds": found.has_bounds}
            for found in ALGORITHMS.values()
        ],
        "examples": [{"name": found.position, "title": found.title} for found in EXAMPLES],
        "quizzes": [
            {
                "name": kind.name,
                "title": kind.title,
                "task": kind.task,
                "tells_which": kind.tells_which,
                "replies": [{"letter": reply.letter, "title": reply.title} for reply in kind.replies],
            }
            for kind in KINDS.values()
        ],
        "sheets": [{"name": name, "title": title} for name, title in SHEETS.items()],
        "code": BEGINNING,
        "defaults": {
            "game": format_game(BOARDS[0]),
            "side": DEFAULT_SIDE,
            "level": PERFECT,
            "algorithm": DEFAULT_ALGORITHM,
            "example": DEFAULT_EXAMPLE.position,
            "quiz": VALUES.name,
            "sheet": BOTH,
        },
        "limits": {
            "steps": MOST_STEPS,
            "furthest_step": FURTHEST_STEP,
            "quizzes": MOST_QUIZZES,
            "sheet": LARGEST_SHEET,
        },
    }
