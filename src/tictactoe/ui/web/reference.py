"""The API's reference for people: one page, made from its description, with no script and from no other host."""

from __future__ import annotations

import json
from collections.abc import Iterator
from html import escape
from typing import Any

INTRODUCTION = """\
<p>Every question is a GET request, and its answer is JSON. Each stands for itself: nothing is remembered from one
to the next, and a parameter that is not listed here is refused.</p>
<p>A question about a board takes <code>game</code>, a <code>position</code> (left out: the empty board) and the
<code>moves</code> made from there. Cells are named as in a spreadsheet: column letter, then row number from the
top.</p>
<p>What cannot be answered is refused with a status of 4xx and <code>detail</code>, a sentence that says why. 503
means that it is not done yet: ask the same again after as many seconds as <code>Retry-After</code> says. A question
keeps its place; <code>ahead</code> are before it.</p>
<p>An answer with an <code>ETag</code> is the same whenever it is asked for; with <code>If-None-Match</code> the
server says so in a few bytes. On a board of more than nine cells an answer says what is known after two seconds,
and may say more the next time: it has <code>Cache-Control: no-store</code>.</p>"""
LONGEST_EXAMPLE = 2_500


def reference(description: dict[str, Any], folder: str) -> str:
    """The page; `folder` has its styles."""
    return "\n".join(_page(description, folder))


def _page(description: dict[str, Any], folder: str) -> Iterator[str]:
    title = "The API of tictactoe"
    yield '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<title>{title}</title>"
    yield f'<link rel="icon" href="{folder}icon.svg" type="image/svg+xml">'
    for name in ("palette.css", "reference.css"):
        yield f'<link rel="stylesheet" href="{folder}{name}">'
    yield f'</head>\n<body>\n<header>\n<p><a href="/">The page</a></p>\n<h1>{title}</h1>'
    yield f"<p>Version {escape(description['info']['version'])}. The same for programs: "
    yield '<a href="/api/v1/openapi.json">openapi.json</a>.</p>\n</header>\n<main>'
    yield INTRODUCTION
    yield '<nav aria-label="Questions">\n<ul>'
    for path in description["paths"]:
        yield f'<li><a href="#{_anchor(path)}">{_short(path)}</a></li>'
    yield "</ul>\n</nav>"
    for path, methods in description["paths"].items():
        yield from _question(path, methods["get"])
    yield "<h2>Parts of the answers</h2>"
    for name, schema in description["components"]["schemas"].items():
        yield from _part(name, schema)
    yield "</main>\n</body>\n</html>\n"


def _question(path: str, operation: dict[str, Any]) -> Iterator[str]:
    content = operation["responses"]["200"]["content"]["application/json"]
    yield f'<section id="{_anchor(path)}">\n<h2>{_short(path)}</h2>'
    yield f"<p>{_prose(operation['description'])}</p>"
    yield f'<p>Such as <a href="{escape(operation["x-example"])}"><code>{escape(operation["x-example"])}</code></a></p>'
    parameters = [
        (each["name"], _given(each["schema"]), each["description"]) for each in operation.get("parameters", ())
    ]
    if parameters:
        yield from _table("Parameters", parameters, with_default=True)
    else:
        yield "<p>It takes no parameters.</p>"
    yield f"<p>Answers with {_type(content['schema'])}.</p>"
    if "example" in content:
        text = json.dumps(content["example"], indent=2, ensure_ascii=False)
        if len(text) > LONGEST_EXAMPLE:
            text = text[:LONGEST_EXAMPLE].rpartition("\n")[0] + "\n  …"
        yield f'<details><summary>The answer to that</summary><pre tabindex="0">{escape(text)}</pre></details>'
    yield "</section>"


def _given(schema: dict[str, Any]) -> dict[str, Any]:
    """What a parameter is if it is given: then it is not null."""
    kinds = [part for part in schema.get("anyOf", ()) if part != {"type": "null"}]
    return {**schema, "anyOf": kinds} if kinds else schema


def _part(name: str, schema: dict[str, Any]) -> Iterator[str]:
    yield f'<section id="{name}">\n<h3>{name}</h3>'
    if text := schema.get("description"):
        yield f"<p>{_prose(text)}</p>"
    if "properties" in schema:
        rows = [(each, part, part.get("description", "")) for each, part in schema["properties"].items()]
        yield from _table(f"What is in it: {name}", rows, with_default=False)
    else:
        yield f"<p>{_type(schema)}{_limits(schema)}</p>"
    yield "</section>"


def _table(caption: str, rows: list[tuple[str, dict[str, Any], str]], with_default: bool) -> Iterator[str]:
    heads = ["name", "is", *(["if left out"] if with_default else []), "meaning"]
    yield f"<table>\n<caption>{escape(caption)}</caption>\n<thead><tr>"
    yield "".join(f'<th scope="col">{head}</th>' for head in heads) + "</tr></thead>\n<tbody>"
    for name, schema, text in rows:
        default = schema.get("default", "")
        left_out = (
            f"<td>{f'<code>{escape(_json(default))}</code>' if default != '' else ''}</td>" if with_default else ""
        )
        yield f'<tr><th scope="row"><code>{escape(name)}</code></th><td>{_type(schema)}{_limits(schema)}</td>{left_out}'
        yield f"<td>{_prose(text)}</td></tr>"
    yield "</tbody>\n</table>"


def _type(schema: dict[str, Any]) -> str:
    """What a value is, in words, with links to the parts that have a name."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f'<a href="#{name}">{name}</a>'
    if "enum" in schema:
        return " or ".join(f"<code>{escape(_json(value))}</code>" for value in schema["enum"])
    if "anyOf" in schema:
        return " or ".join(_type(part) + _limits(part) for part in schema["anyOf"])
    if schema.get("type") == "array":
        return f"a list of {_type(schema['items'])}"
    if schema.get("type") == "object" and isinstance(schema.get("additionalProperties"), dict):
        return f"by name: {_type(schema['additionalProperties'])}"
    words = {"string": "text", "integer": "a whole number", "number": "a number", "boolean": "true or false"}
    return words.get(schema.get("type", ""), escape(schema.get("type", "anything")))


def _limits(schema: dict[str, Any]) -> str:
    """How large, how long, of which form it may be."""
    found = []
    if "minimum" in schema:
        found.append(f"from {schema['minimum']:,}")
    if "maximum" in schema:
        found.append(f"to {schema['maximum']:,}")
    if "maxLength" in schema:
        found.append(f"of at most {schema['maxLength']:,} characters")
    if "pattern" in schema:
        found.append(f"of the form <code>{escape(schema['pattern'])}</code>")
    return f" {' '.join(found)}" if found else ""


def _json(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _prose(text: str) -> str:
    """Text with `names` set as such."""
    parts = escape(text).split("`")
    return "".join(f"<code>{part}</code>" if odd % 2 else part for odd, part in enumerate(parts))


def _short(path: str) -> str:
    return escape(path.removeprefix("/api/v1/"))


def _anchor(path: str) -> str:
    return f"ask-{_short(path).replace('/', '-')}"
