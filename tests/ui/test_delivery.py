"""How the server speaks HTTP: who is answered, by which methods, what is kept, and in what form an answer goes out."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from hypothesis import given
from hypothesis import strategies as st

from tictactoe.rules import BadInput
from tictactoe.ui.web.app import create_app
from tictactoe.ui.web.delivery import AROUND, LARGEST_KEPT, LEAST_ZIPPED, METHODS, MOST_KEPT, Delivery, Parcel
from tictactoe.ui.web.files import STATIC, page_files
from tictactoe.ui.web.guard import HEADERS, Allowed, read_allowed, read_host, read_origin
from tictactoe.ui.web.work import Work

POSITION = "/api/v1/position?moves=b2"
LONG = "/api/v1/tree?depth=1"
OTHERS = {"position": "2", "x": "1", "": "1", "Moves": "b2", "moves[]": "b2", "π": "1", "x" * 200: "1"}


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    with TestClient(create_app(), base_url="http://localhost") as client:
        yield client


@pytest.mark.parametrize("port", ["", ":8000"])
@pytest.mark.parametrize(
    "host", ["localhost", "LOCALHOST", "localhost.", "a.localhost", "127.0.0.1", "10.1.2.3", "[::1]"]
)
def test_who_means_this_machine_is_answered(client: TestClient, host: str, port: str) -> None:
    assert client.get(POSITION, headers={"Host": host + port}).status_code == 200


@pytest.mark.parametrize(
    "host",
    [
        *(
            "rebound.example",
            "rebound.example:8000",
            "localhost.rebound.example",
            "xlocalhost",
            "127.0.0.1.example",
            "",
            "[",
        ),
        *(
            "localhost@rebound.example",
            "rebound.example#localhost",
            "rebound.example/localhost",
            "localhost:x",
            "1",
            "::1",
        ),
    ],
)
@pytest.mark.parametrize("path", [POSITION, "/", "/nothing"])
def test_a_page_elsewhere_cannot_read_under_a_name_of_its_own(client: TestClient, host: str, path: str) -> None:
    answer = client.get(path, headers={"Host": host})
    assert answer.status_code == 421
    assert "--allow-host" in answer.json()["detail"]


def test_names_can_be_allowed() -> None:
    allowed = Allowed(hosts=frozenset({read_host("board.school.example")}))
    with TestClient(create_app(allowed=allowed), base_url="http://Board.School.example:8000") as client:
        assert client.get(POSITION).status_code == 200
        assert client.get(POSITION, headers={"Host": "x.board.school.example"}).status_code == 421


def test_scripts_from_elsewhere_read_answers_only_where_that_is_allowed(client: TestClient) -> None:
    asks = {"Origin": "https://course.example", "Access-Control-Request-Method": "GET"}
    assert "Access-Control-Allow-Origin" not in client.get(POSITION, headers=asks).headers
    assert "Access-Control-Allow-Origin" not in client.options(POSITION, headers=asks).headers
    allowed = read_allowed((), ("https://course.example",), ())
    with TestClient(create_app(allowed=allowed), base_url="http://localhost") as open_one:
        for method in ("GET", "HEAD", "OPTIONS"):
            answer = open_one.request(method, POSITION, headers=asks)
            assert answer.status_code == 200
            assert answer.headers["Access-Control-Allow-Origin"] == "https://course.example"
            assert "Origin" in answer.headers["Vary"]
            assert answer.headers["X-Frame-Options"] == "DENY"
        answer = open_one.get("/api/v1/position?game=no", headers=asks)
        assert (answer.status_code, answer.headers["Access-Control-Allow-Origin"]) == (400, "https://course.example")
        other = {**asks, "Origin": "https://other.example"}
        assert "Access-Control-Allow-Origin" not in open_one.get(POSITION, headers=other).headers
        assert open_one.get(POSITION, headers={**asks, "Host": "rebound.example"}).status_code == 421
    with TestClient(create_app(allowed=read_allowed((), "*", ())), base_url="http://localhost") as open_one:
        assert open_one.get(POSITION, headers=asks).headers["Access-Control-Allow-Origin"] == "*"


@pytest.mark.parametrize("text", ["", "a:80", "http://a", "a/b", "a b", "user@a", "ü.example", "[", "a?b"])
def test_what_is_no_name_is_refused(text: str) -> None:
    with pytest.raises(BadInput, match="should be a name without a port"):
        read_host(text)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("https://course.example", "https://course.example"),
        ("https://Course.example/", "https://course.example"),
        ("http://localhost:8001", "http://localhost:8001"),
        ("http://[::1]:80", "http://[::1]:80"),
    ],
)
def test_an_origin_is_read(text: str, meant: str) -> None:
    assert read_origin(text) == meant


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            "*",
            "null",
            "course.example",
            "https://",
            "https://a/b",
            "https://a?b",
            "https://a b",
            "ftp://a",
            "https://a:x",
        ),
        *(
            "https://a; script-src *",
            "https://a 'unsafe-inline'",
            "https://a,https://b",
            "https://u:p@a",
            "javascript:alert(1)",
        ),
        *(
            "https://a\n",
            "https://*.example",
            "https://a:99999",
            "https://[::1",
            "https://[a]",
            "//a",
            "https://ü.example",
        ),
    ],
)
def test_what_is_no_origin_is_refused(text: str) -> None:
    with pytest.raises(BadInput, match="should be a scheme and a host"):
        read_origin(text)


@given(st.text())
def test_an_origin_says_nothing_more(text: str) -> None:
    """Whatever is given, nothing gets into a header that is not an origin."""
    try:
        found = read_origin(f"https://{text}")
    except BadInput:
        return
    assert re.fullmatch(r"https://([a-z0-9._-]+|\[[0-9a-f:.]+\])(:\d+)?", found)


@pytest.mark.parametrize("path", [POSITION, LONG, "/", "/api/v1/openapi.json", "/api/v1/position?game=no"])
def test_head_is_get_without_the_body(client: TestClient, path: str) -> None:
    head, get = client.head(path), client.get(path)
    assert (head.status_code, head.content) == (get.status_code, b"")
    assert head.headers == get.headers


@pytest.mark.parametrize("path", ["/", POSITION])
def test_options_names_the_methods(client: TestClient, path: str) -> None:
    answer = client.options(path)
    assert (answer.status_code, answer.content, answer.headers["Allow"]) == (204, b"", METHODS)


@pytest.mark.parametrize(
    ("method", "path"), [*product(["POST", "PUT", "DELETE", "PATCH", "TRACE", "BREW"], ["/", POSITION])]
)
def test_another_method_is_refused_in_a_sentence(client: TestClient, method: str, path: str) -> None:
    answer = client.request(method, path)
    assert (answer.status_code, answer.headers["Allow"]) == (405, METHODS)
    assert answer.json()["detail"] == f"Everything here is asked for with GET, not '{method}'."


@pytest.mark.parametrize(
    "path", ["/nothing", "/api/v1", "/api/v1/position/", "/static/", "/static/main.js", "//", "/index.html"]
)
@pytest.mark.parametrize("method", ["GET", "HEAD", "POST", "OPTIONS"])
def test_where_nothing_is_a_sentence_says_so(client: TestClient, method: str, path: str) -> None:
    answer = client.request(method, f"http://localhost{path}")
    assert answer.status_code == 404
    assert answer.headers["X-Frame-Options"] == "DENY"
    if method != "HEAD":
        assert answer.json()["detail"].startswith("There is nothing at this address: the page is at /")


@pytest.mark.parametrize("name", OTHERS)
def test_a_parameter_that_means_nothing_is_refused(client: TestClient, name: str) -> None:
    answer = client.get("/api/v1/choices", params={name: OTHERS[name]})
    assert answer.status_code == 400
    assert re.fullmatch(r"There is no parameter '.*'…? at /api/v1/choices: it takes none\.", answer.json()["detail"])


def test_a_parameter_is_given_once(client: TestClient) -> None:
    assert client.get("/api/v1/board?moves=b2&deep=1").json()["detail"] == (
        "There is no parameter 'deep' at /api/v1/board: its parameters are game, position, moves."
    )
    answer = client.get("/api/v1/board?moves=b2&moves=a1")
    assert (answer.status_code, answer.json()["detail"]) == (400, "Parameter moves is given 2 times: once is enough.")


@pytest.mark.parametrize("path", [POSITION, LONG, "/", "/api/v1/choices", "/api/v1/tree?depth=2"])
def test_what_lasts_is_known_by_its_tag(client: TestClient, path: str) -> None:
    first = client.get(path)
    tag = first.headers["ETag"]
    assert first.headers["Cache-Control"] == "no-cache"
    for known in (tag, tag.removeprefix("W/"), f'"other", {tag}', "*"):
        again = client.get(path, headers={"If-None-Match": known})
        assert (again.status_code, again.content, again.headers["ETag"]) == (304, b"", tag)
    other = client.get(path, headers={"If-None-Match": '"other"'})
    assert (other.status_code, other.content) == (200, first.content)


@pytest.mark.parametrize("path", ["/api/v1/position?game=no", "/nothing"])
def test_what_does_not_last_is_kept_by_nobody(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert answer.headers["Cache-Control"] == "no-store"
    assert "ETag" not in answer.headers


def test_what_ends_with_a_budget_is_kept_by_nobody() -> None:
    with TestClient(create_app(Work(seconds=0.05, patience=600)), base_url="http://localhost") as client:
        answer = client.get("/api/v1/position?game=7,8,5")
        assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "no-store")


@pytest.mark.parametrize("path", [LONG, "/", "/api/v1/openapi.json"])
def test_a_long_answer_is_sent_in_short_to_who_can_read_it(client: TestClient, path: str) -> None:
    whole = client.get(path, headers={"Accept-Encoding": "identity"})
    assert "Content-Encoding" not in whole.headers
    for takes in ("gzip", "br;q=1.0, GZIP;q=0.8, *;q=0.1", "deflate,gzip"):
        with client.stream("GET", path, headers={"Accept-Encoding": takes}) as short:
            sent = b"".join(short.iter_raw())
        assert short.headers["Content-Encoding"] == "gzip"
        assert gzip.decompress(sent) == whole.content
        assert int(short.headers["Content-Length"]) == len(sent) < len(whole.content)
    for takes in ("", "br", "gzip;q=0", "xgzip", "gzip; q=0.0"):
        answer = client.get(path, headers={"Accept-Encoding": takes})
        assert "Content-Encoding" not in answer.headers
        assert answer.headers["Vary"] == "Accept-Encoding"


def test_a_short_answer_is_sent_as_it_is(client: TestClient) -> None:
    answer = client.get("/api/v1/board")
    assert len(answer.content) < LEAST_ZIPPED
    assert "Content-Encoding" not in answer.headers


def test_every_file_of_the_page_has_an_address_that_lasts_for_good(client: TestClient) -> None:
    page = client.get("/").text
    named = re.findall(r'(?:href|src)="(/static/[^"]+)"', page)
    assert named
    folders = {name.rpartition("/")[0] for name in named}
    assert len(folders) == 1
    folder = folders.pop()
    modules = [path.name for path in STATIC.glob("*.js")]
    for name in ("palette.css", "icon.svg", "style.css", *modules):
        answer = client.get(f"{folder}/{name}")
        assert answer.status_code == 200
        assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
        if name in modules:  # each finds the others in its own folder, so the folder's name says enough
            assert answer.headers["Content-Type"].startswith("text/javascript")
            imported = re.findall(r'(?:from|import) ?\(?"([^"]+)"', answer.text)
            assert all(re.fullmatch(r"\./[\w-]+\.js", other) and other[2:] in modules for other in imported), name


def test_another_version_has_another_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Whichever file is changed, by however little."""
    for path in STATIC.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    monkeypatch.setattr("tictactoe.ui.web.files.STATIC", tmp_path)
    first = set(page_files().answers)
    (tmp_path / "words.js").write_bytes((tmp_path / "words.js").read_bytes() + b" ")
    second = set(page_files().answers)
    assert first & second == {"/"}
    assert len(first) == len(second)


def test_little_is_kept() -> None:
    """However much is asked, and however long the answers are."""
    delivery = Delivery(create_app(), {}, ())
    body = b"x" * LARGEST_KEPT
    for number in range(3 * MOST_KEPT // LARGEST_KEPT):
        delivery._keep(("/", b"%d" % (number // 2)), Parcel(200, [(b"cache-control", b"no-cache")], body))
        kept = sum(len(answer.body) + AROUND for answer in delivery._kept.values())
        assert delivery._size == kept <= MOST_KEPT
    assert len(delivery._kept) == MOST_KEPT // (LARGEST_KEPT + AROUND)


def test_every_answer_has_the_headers(client: TestClient) -> None:
    for method, path in product(("GET", "HEAD", "OPTIONS", "POST"), ("/", POSITION, "/nothing", "/api/v1/board?x=1")):
        answer = client.request(method, path)
        assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS
