"""`tieout web` and `webhook`: the pages, and what other programs are sent."""

from pathlib import Path

import click

from app.cli import options
from app.cli.options import ExampleCommand, ExampleGroup
from app.cli.output import ExitCode, Run, emit_json, note, say
from app.environment import settings
from app.errors import WebMissing
from app.texts import administration as texts_administration
from app.texts import web as texts_web
from app.web.address import Tls, is_this_machine


@click.command("web", ExampleCommand)
@click.option("--host", default="127.0.0.1")
@click.option("--port", type=click.IntRange(0, 65535), default=8080)
@click.option("--tls-cert", type=options.FILE)
@click.option("--tls-key", type=options.FILE)
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


webhook_command = ExampleGroup("webhook")


@webhook_command.command("add")
@click.argument("url", metavar=texts_administration.URL_WORD)
@click.option("--on", "events", type=click.Choice(EVENTS), multiple=True)
@click.option("--private", is_flag=True)
@options.reading
def add(run: Run, url: str, events: tuple[str, ...], private: bool) -> ExitCode:
    from app.acts import webhooks
    from db.outside import Event

    wanted = tuple(map(Event, events))
    made = webhooks.add(run.ledger, url, wanted, private=private)
    if run.json_output:
        emit_json(made)
    else:
        say(made.secret)
        note(
            texts_administration.WEBHOOK_ADDED.format(
                id=made.webhook.id, events=", ".join(made.webhook.events)
            )
        )
    return ExitCode.DONE


@webhook_command.command("list")
@options.reading
def listing(run: Run) -> ExitCode:
    """The newest last."""
    from app.acts import webhooks
    from app.cli.screens.administration import webhooks_screen

    return run.show(webhooks.listed(run.ledger), webhooks_screen)


@webhook_command.command("remove")
@click.argument("webhook_id", metavar=texts_administration.WEBHOOK_WORD, type=options.ROW)
@options.reading
def remove(run: Run, webhook_id: int) -> ExitCode:
    from app.acts import webhooks
    from app.shapes.administration import WebhookRemovedShape

    webhooks.remove(run.ledger, webhook_id)
    return run.say(
        WebhookRemovedShape(webhook_id=webhook_id, removed=True),
        texts_administration.WEBHOOK_REMOVED,
    )


@webhook_command.command("rotate")
@click.argument("webhook_id", metavar=texts_administration.WEBHOOK_WORD, type=options.ROW)
@options.reading
def rotate(run: Run, webhook_id: int) -> ExitCode:
    from app.acts import webhooks

    made = webhooks.rotate(run.ledger, webhook_id)
    if run.json_output:
        emit_json(made)
    else:
        say(made.secret)
        until = made.old_until.isoformat(" ", "minutes")
        note(texts_administration.ROTATED.format(webhook_id=webhook_id, until=until))
    return ExitCode.DONE


@webhook_command.command("test")
@click.argument("webhook_id", metavar=texts_administration.WEBHOOK_WORD, type=options.ROW)
@options.reading
def test(run: Run, webhook_id: int) -> ExitCode:
    from app.acts import webhooks

    done = webhooks.test(run.ledger, webhook_id)
    if run.json_output:
        emit_json(done)
    elif done.delivered:
        say(texts_administration.ARRIVED.format(status=done.status))
    else:
        say(texts_administration.NOT_ARRIVED.format(error=done.error))
    return ExitCode.DONE if done.delivered else ExitCode.CONFIGURATION


@webhook_command.command("deliveries")
@click.argument(
    "webhook_id", metavar=texts_administration.WEBHOOK_WORD, type=options.ROW, required=False
)
@click.option("--limit", type=click.IntRange(1, 10_000), default=50)
@options.reading
def deliveries(run: Run, webhook_id: int | None, limit: int) -> ExitCode:
    """The newest first."""
    from app.acts import webhooks
    from app.cli.screens.administration import deliveries_screen

    return run.show(webhooks.deliveries(run.ledger, webhook_id, limit), deliveries_screen)
