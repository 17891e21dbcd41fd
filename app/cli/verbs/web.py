"""`tieout web` and `webhook`: the pages, and what other programs are sent."""

from pathlib import Path

import click

from app.cli import options
from app.cli.options import ExampleCommand, ExampleGroup
from app.cli.output import ExitCode, emit_json, note, say, show
from app.environment import settings
from app.environment.opening import open_ledger
from app.errors import WebMissing
from app.texts import administration as texts_administration
from app.texts import web as texts_web
from app.web.address import Tls, is_this_machine

_PEM = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command("web", cls=ExampleCommand, examples=texts_web.WEB_EXAMPLES, help=texts_web.WEB_HELP)
@click.option("--host", default="127.0.0.1", help=texts_web.WEB_HOST_HELP)
@click.option("--port", type=click.IntRange(0, 65535), default=8080, help=texts_web.WEB_PORT_HELP)
@click.option("--tls-cert", type=_PEM, help=texts_web.WEB_TLS_CERT_HELP)
@click.option("--tls-key", type=_PEM, help=texts_web.WEB_TLS_KEY_HELP)
@options.password_file
@options.metrics
@options.database
def web_command(
    host: str,
    port: int,
    tls_cert: Path | None,
    tls_key: Path | None,
    password_file: Path | None,
    **chosen: str | None,
) -> ExitCode:
    """Until SIGTERM or Ctrl-C."""
    from app.cli.runs import import_options

    try:
        from app.site import serve
    except ModuleNotFoundError:
        raise WebMissing from None

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


EVENTS = ("matched", "needs_review", "failed", "discrepancy")


@click.group(
    "webhook",
    cls=ExampleGroup,
    examples=texts_administration.WEBHOOK_EXAMPLES,
    help=texts_administration.WEBHOOK_HELP,
)
def webhook_command() -> None:
    """Holds the six below."""


@webhook_command.command(
    "add",
    examples=texts_administration.WEBHOOK_ADD_EXAMPLES,
    help=texts_administration.WEBHOOK_ADD_HELP,
)
@click.argument("url", metavar=texts_administration.URL_WORD)
@click.option(
    "--on", "events", type=click.Choice(EVENTS), multiple=True, help=texts_administration.ON_HELP
)
@click.option("--private", is_flag=True, help=texts_administration.PRIVATE_HELP)
@options.database
@options.as_json
def add(
    url: str, events: tuple[str, ...], private: bool, database_url: str | None, json_output: bool
) -> ExitCode:
    """The only time that the secret is shown."""
    from app.acts import webhooks
    from db.outside import Event

    wanted = tuple(map(Event, events))
    made = webhooks.add(open_ledger(database_url), url, wanted, private=private)
    if json_output:
        emit_json(made)
    else:
        say(made.secret)
        note(
            texts_administration.WEBHOOK_ADDED.format(
                id=made.webhook.id, events=", ".join(made.webhook.events)
            )
        )
    return ExitCode.DONE


@webhook_command.command(
    "list",
    examples=texts_administration.WEBHOOK_LIST_EXAMPLES,
    help=texts_administration.WEBHOOK_LIST_HELP,
)
@options.database
@options.as_json
def listing(database_url: str | None, json_output: bool) -> ExitCode:
    """The newest last."""
    from app.acts import webhooks
    from app.cli.screens.administration import webhooks_screen

    found = webhooks.listed(open_ledger(database_url))
    if json_output:
        emit_json(found)
    else:
        show(lambda _width: webhooks_screen(found))
    return ExitCode.DONE


@webhook_command.command(
    "remove",
    examples=texts_administration.WEBHOOK_REMOVE_EXAMPLES,
    help=texts_administration.WEBHOOK_REMOVE_HELP,
)
@click.argument("webhook_id", metavar=texts_administration.WEBHOOK_WORD, type=options.ROW)
@options.database
@options.as_json
def remove(webhook_id: int, database_url: str | None, json_output: bool) -> ExitCode:
    """What it is owed is forgotten too."""
    from app.acts import webhooks
    from app.shapes.administration import WebhookRemovedShape

    webhooks.remove(open_ledger(database_url), webhook_id)
    if json_output:
        emit_json(WebhookRemovedShape(webhook_id=webhook_id, removed=True))
    else:
        say(texts_administration.WEBHOOK_REMOVED.format(webhook_id=webhook_id))
    return ExitCode.DONE


@webhook_command.command(
    "rotate", examples=texts_administration.ROTATE_EXAMPLES, help=texts_administration.ROTATE_HELP
)
@click.argument("webhook_id", metavar=texts_administration.WEBHOOK_WORD, type=options.ROW)
@options.database
@options.as_json
def rotate(webhook_id: int, database_url: str | None, json_output: bool) -> ExitCode:
    """The only time that the new secret is shown."""
    from app.acts import webhooks

    made = webhooks.rotate(open_ledger(database_url), webhook_id)
    if json_output:
        emit_json(made)
    else:
        say(made.secret)
        until = made.old_until.isoformat(" ", "minutes")
        note(texts_administration.ROTATED.format(webhook_id=webhook_id, until=until))
    return ExitCode.DONE


@webhook_command.command(
    "test", examples=texts_administration.TEST_EXAMPLES, help=texts_administration.TEST_HELP
)
@click.argument("webhook_id", metavar=texts_administration.WEBHOOK_WORD, type=options.ROW)
@options.database
@options.as_json
def test(webhook_id: int, database_url: str | None, json_output: bool) -> ExitCode:
    """Say by the exit code whether it arrived."""
    from app.acts import webhooks

    done = webhooks.test(open_ledger(database_url), webhook_id)
    if json_output:
        emit_json(done)
    elif done.delivered:
        say(texts_administration.ARRIVED.format(status=done.status))
    else:
        say(texts_administration.NOT_ARRIVED.format(error=done.error))
    return ExitCode.DONE if done.delivered else ExitCode.CONFIGURATION


@webhook_command.command(
    "deliveries",
    examples=texts_administration.DELIVERIES_EXAMPLES,
    help=texts_administration.DELIVERIES_HELP,
)
@click.argument(
    "webhook_id", metavar=texts_administration.WEBHOOK_WORD, type=options.ROW, required=False
)
@click.option(
    "--limit", type=click.IntRange(1, 10_000), default=50, help=texts_administration.LIMIT_HELP
)
@options.database
@options.as_json
def deliveries(
    webhook_id: int | None, limit: int, database_url: str | None, json_output: bool
) -> ExitCode:
    """The newest first."""
    from app.acts import webhooks
    from app.cli.screens.administration import deliveries_screen

    found = webhooks.deliveries(open_ledger(database_url), webhook_id, limit)
    if json_output:
        emit_json(found)
    else:
        show(lambda _width: deliveries_screen(found))
    return ExitCode.DONE
