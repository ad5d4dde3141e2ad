"""What the commands print with --json is what docs/schema.json says, and the schema says something."""

from __future__ import annotations

import json
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import click
import pytest
from jsonschema import Draft202012Validator, ValidationError

from console import call
from tictactoe.draw.schema import command_schema
from tictactoe.ui import commands

SCHEMA = json.loads((Path(__file__).parents[3] / "docs" / "schema.json").read_text(encoding="utf-8"))
PROGRAM = Path(__file__).parents[2] / "data" / "good.py"
ASKED = (
    "analyze",
    "analyze XXX/OO./...",
    "analyze --game 4,4,3",
    "analyze --game 7,8,5 --seconds 0",
    "evaluate tictactoe:minimax --convention lists --level perfect --side x",
    "evaluate tictactoe.adapters.agents:guess --level random --game 2,2,2",
    "evaluate tictactoe:Board.best_move --game 4,4,3 --games 2 --level careful",
    "evaluate tictactoe.adapters.agents:guess --game 5,5,4 --games 2 --level careful",
    "explain X.O/.X./..O",
    "explain X.O/.X./..O b1",
    "explain XXX/OO./...",
    "solve 3,3,3 X.O/.X./..O",
    "solve 5,6,4 --fresh",
    "solve 8,8,5 --nodes 100 --fresh",
    "trace OXX/XXO/O..",
    "trace --algorithm symmetry --limit 3",
    "compare X.O/.X./..O",
    "count",
    "count 2,2,2",
    "levels",
    "match wary random --games 3 --game 5,5,4",
    "tree --depth 2 --fold",
    "tree --game 4,4,4 --depth 1 --width 2",
    "map --as o",
    f"check {PROGRAM} --function winner --seconds 300",
)


@cache
def answer(asked: str) -> dict[str, Any]:
    done = call(*asked.split(), "--json")
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout, parse_constant=pytest.fail)
    return found


def validate(found: object, name: str | None = None) -> None:
    part = {"$ref": f"#/$defs/{name}"} if name else {"oneOf": SCHEMA["oneOf"]}
    Draft202012Validator({**part, "$defs": SCHEMA["$defs"]}).validate(found)


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    assert command_schema() == SCHEMA, "docs/schema.json is what `python -m tictactoe.draw.schema` prints"


@pytest.mark.parametrize("asked", ASKED)
def test_an_answer_is_what_the_schema_says(asked: str) -> None:
    found = answer(asked)
    validate(found, asked.split()[0])
    validate(found)
    assert list(found)[:4] == ["format", "version", "game", "position"]


def test_every_command_that_writes_json_is_in_the_schema_and_asked_here() -> None:
    context = click.Context(commands.main)
    made = {name: commands.main.get_command(context, name) for name in commands.COMMANDS}
    flagged = {name for name, command in made.items() if command and "as_json" in [p.name for p in command.params]}
    assert flagged == {asked.split()[0] for asked in ASKED}
    assert flagged == {part["$ref"].rpartition("/")[2] for part in SCHEMA["oneOf"]}
    for command in made.values():
        for option in command.params if command else ():
            assert "json" not in getattr(option.type, "choices", ())  # one flag, and no other way


@pytest.mark.parametrize("asked", ["analyze", "solve 3,3,3 X.O/.X./..O", "trace OXX/XXO/O..", "count 2,2,2"])
def test_an_answer_that_lacks_a_part_or_has_another_is_not_valid(asked: str) -> None:
    found = answer(asked)
    for name in found:
        less = deepcopy(found)
        del less[name]
        with pytest.raises(ValidationError):
            validate(less, asked.split()[0])
    with pytest.raises(ValidationError):
        validate({**found, "more": 1}, asked.split()[0])


def test_a_trace_has_its_steps() -> None:
    found = answer("trace OXX/XXO/O..")
    assert len(found["steps"]) == found["summary"]["steps"] == 14
    assert [step["why"] for step in found["steps"] if step["kind"] == "cutoff"] == ["value 1 ≥ beta 0"]
    assert len(answer("trace --algorithm symmetry --limit 3")["steps"]) == 3


@pytest.mark.parametrize("command", ["tree", "map", f"check {PROGRAM}"])
def test_one_answer_is_not_two_things(command: str) -> None:
    done = call(*command.split(), "--json", "--format", "html")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "Error: --json and --format html both say what to write: give one of them.\n"
