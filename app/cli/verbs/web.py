"""`tieout web`: the review pages."""

from __future__ import annotations

from pathlib import Path

import click

from app import settings, texts_web
from app.cli import options
from app.cli.exits import ExitCode
from app.cli.helps import ExampleCommand
from app.cli.output import note


@click.command("web", cls=ExampleCommand, examples=texts_web.WEB_EXAMPLES, help=texts_web.WEB_HELP)
@click.option("--host", default="127.0.0.1", help=texts_web.WEB_HOST_HELP)
@click.option("--port", type=click.IntRange(0, 65535), default=8080, help=texts_web.WEB_PORT_HELP)
@options.password_file
@options.metrics
@options.database
def command(host: str, port: int, password_file: Path | None, **chosen: str | None) -> ExitCode:
    """Until SIGTERM or Ctrl-C."""
    from app.cli.runs import import_options
    from app.web.server import serve

    environment = settings.from_environment().over(**chosen)
    serve(
        environment,
        tuple(options.passwords(password_file)),
        # Nobody sits at this terminal who could be asked for a password.
        lambda: import_options(environment, password_file, asking=False),
        host=host,
        port=port,
        listening=lambda address: note(texts_web.SERVING.format(address=address)),
    )
    return ExitCode.DONE
