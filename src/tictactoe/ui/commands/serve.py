"""Serve the page and the API to a browser on this machine."""

from __future__ import annotations

from importlib.util import find_spec

import click

from tictactoe.rules import BadInput
from tictactoe.ui.arguments import WholeNumber

MOST_WORKERS = 64


@click.command("serve", help=__doc__)
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on; this machine only.")
@click.option("--port", type=WholeNumber(0, 65535), default=8000, show_default=True, help="0: any free one.")
@click.option("--open/--no-open", "opens", default=True, show_default=True, help="Open the page in a browser.")
@click.option(
    "--workers", type=WholeNumber(1, MOST_WORKERS), default=1, show_default=True, help="Processes that answer."
)
@click.option("--allow-host", "hosts", multiple=True, metavar="NAME", help="Another name this is asked by.")
@click.option("--allow-origin", "origins", multiple=True, metavar="ORIGIN", help="Whose scripts may ask; * is any.")
@click.option("--allow-embed", "embedders", multiple=True, metavar="ORIGIN", help="Whose pages may show a view.")
def command(
    host: str,
    port: int,
    opens: bool,
    workers: int,
    hosts: tuple[str, ...],
    origins: tuple[str, ...],
    embedders: tuple[str, ...],
) -> None:
    if not (find_spec("fastapi") and find_spec("uvicorn")):
        from tictactoe.install import install_command

        raise BadInput(f"the page needs FastAPI and uvicorn: install them with {install_command('web')}")
    from tictactoe.ui.web.guard import read_allowed
    from tictactoe.ui.web.serve import run

    run(host, port, opens, allowed=read_allowed(hosts, origins, embedders), workers=workers)
