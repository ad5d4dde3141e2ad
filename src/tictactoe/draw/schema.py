"""The JSON Schema of what is printed and sent, made from `shapes`. `python -m tictactoe.draw.schema` prints
docs/schema.json.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints, is_typeddict

from tictactoe.draw.data import VERSION
from tictactoe.draw.shapes import COMMANDS, WHOLE_GAME, About, GameName, PositionText

PLAIN = {str: "string", int: "integer", float: "number", bool: "boolean", NoneType: "null"}


class Schema:
    """Describes types; those that have a name once, among its definitions."""

    def __init__(self, place: str) -> None:
        """`place` is where the definitions will stand in the document, such as `#/$defs/`."""
        self._place = place
        self.definitions: dict[str, Any] = {}

    def of(self, kind: Any) -> dict[str, Any]:
        """The schema of a type."""
        origin, parts = get_origin(kind), get_args(kind)
        if is_typeddict(kind):
            return self._named(kind.__name__.removesuffix("Data"), lambda: self.object(kind))
        if origin is Annotated:
            return self._noted(*parts)
        if origin is Literal:
            return {"enum": [*parts]}
        if origin is list:
            return {"type": "array", "items": self.of(parts[0])}
        if origin is dict:
            return {"type": "object", "additionalProperties": self.of(parts[1])}
        if origin in (Union, UnionType):
            return {"anyOf": [self.of(part) for part in parts]}
        return {} if kind is Any else {"type": PLAIN[kind]}

    def object(self, kind: Any, before: dict[str, Any] | None = None) -> dict[str, Any]:
        """The schema of an object that has the parts of this type, after some others."""
        before = before or {}
        parts = {name: self.of(part) for name, part in get_type_hints(kind, include_extras=True).items()}
        return {
            "description": " ".join(kind.__doc__.split()),
            "type": "object",
            "properties": {**before, **{name: part for name, part in parts.items() if name not in before}},
            "required": [*before, *(name for name in parts if name in kind.__required_keys__ and name not in before)],
            "additionalProperties": False,
        }

    def _noted(self, kind: Any, note: About) -> dict[str, Any]:
        if note.name:
            return self._named(note.name, lambda: self._noted(kind, note._replace(name="")))
        said = {"description": note.text, "pattern": note.pattern, "minimum": note.least, "maximum": note.most}
        found = {name: value for name, value in said.items() if value not in ("", None)}
        return {**found, **({"enum": [*note.among]} if note.among else self.of(kind))}

    def _named(self, name: str, describe: Callable[[], dict[str, Any]]) -> dict[str, Any]:
        if name not in self.definitions:
            self.definitions[name] = {}  # a type may have parts of its own kind
            self.definitions[name] = describe()
        return {"$ref": self._place + name}


def command_schema() -> dict[str, Any]:
    """What the commands print: the envelope, and what each puts in it."""
    schema = Schema("#/$defs/")
    commands = {name: _command(schema, name) for name in COMMANDS}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "What `tictactoe COMMAND --json` prints",
        "oneOf": [{"$ref": f"#/$defs/{name}"} for name in commands],
        "$defs": {**commands, **schema.definitions},
    }


def _command(schema: Schema, name: str) -> dict[str, Any]:
    about = {"type": "null"} if name in WHOLE_GAME else schema.of(PositionText)
    begins = {
        "format": {"const": f"tictactoe {name}"},
        "version": {"const": VERSION},
        "game": schema.of(GameName),
        "position": about,
    }
    return schema.object(COMMANDS[name], begins)


if __name__ == "__main__":
    json.dump(command_schema(), sys.stdout, indent=2)
    sys.stdout.write("\n")
