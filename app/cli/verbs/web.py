"""`tieout web`: the review pages."""

from __future__ import annotations

from pathlib import Path

import click

from app.cli import options
from app.cli.exits import ExitCode
from app.cli.helps import ExampleCommand
from app.cli.output import note
from app.environment import settings
from app.texts import web as texts_web
from app.web.address import is_this_machine
from app.web.tls import Tls

_PEM = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command("web", cls=ExampleCommand, examples=texts_web.WEB_EXAMPLES, help=texts_web.WEB_HELP)
@click.option("--host", default="127.0.0.1", help=texts_web.WEB_HOST_HELP)
@click.option("--port", type=click.IntRange(0, 65535), default=8080, help=texts_web.WEB_PORT_HELP)
@click.option("--tls-cert", type=_PEM, help=texts_web.WEB_TLS_CERT_HELP)
@click.option("--tls-key", type=_PEM, help=texts_web.WEB_TLS_KEY_HELP)
@options.password_file
@options.metrics
@options.database
def command(
    host: str,
    port: int,
    tls_cert: Path | None,
    tls_key: Path | None,
    password_file: Path | None,
    **chosen: str | None,
) -> ExitCode:
    """Until SIGTERM or Ctrl-C."""
    from app.cli.runs import import_options
    from app.web.server import serve

    environment = settings.from_environment().over(**chosen)
    tls = _tls(tls_cert, tls_key)
    if not (tls or environment.web_proxies or is_this_machine(host)):
        note(texts_web.OPEN_LINES)
    passwords = tuple(options.passwords(password_file))
    serve(
        environment,
        passwords,
        # Nobody sits at this terminal who could be asked for a password.
        lambda chosen: import_options(chosen, password_file, asking=False),
        host=host,
        port=port,
        tls=tls,
        listening=_listening,
    )
    return ExitCode.DONE


def _tls(certificate: Path | None, key: Path | None) -> Tls | None:
    """Raises click's ``UsageError`` where one of the two is missing."""
    if certificate is None and key is None:
        return None
    if certificate is None or key is None:
        raise click.UsageError(texts_web.WEB_TLS_BOTH)
    return Tls(certificate, key)


def _listening(address: str, is_link: bool) -> None:
    said = texts_web.SERVING_LINK if is_link else texts_web.SERVING
    note(said.format(address=address))
