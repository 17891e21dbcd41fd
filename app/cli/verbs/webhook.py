"""`tieout webhook`: which other programs are told what happens."""

from __future__ import annotations

import click

from app.cli import options
from app.cli.exits import ExitCode
from app.cli.helps import ExampleGroup
from app.cli.output import emit_json, note, say, show
from app.texts import webhooks as texts

EVENTS = ("matched", "needs_review", "failed", "discrepancy")


@click.group("webhook", cls=ExampleGroup, examples=texts.WEBHOOK_EXAMPLES, help=texts.WEBHOOK_HELP)
def command() -> None:
    """Holds the six below."""


@command.command("add", examples=texts.ADD_EXAMPLES, help=texts.ADD_HELP)
@click.argument("url", metavar=texts.URL_WORD)
@click.option("--on", "events", type=click.Choice(EVENTS), multiple=True, help=texts.ON_HELP)
@click.option("--private", is_flag=True, help=texts.PRIVATE_HELP)
@options.database
@options.as_json
def add(
    url: str, events: tuple[str, ...], private: bool, database_url: str | None, json_output: bool
) -> ExitCode:
    """The only time that the secret is shown."""
    from app.acts import webhooks
    from app.environment.opening import open_ledger
    from db.webhooks import Event

    wanted = tuple(map(Event, events))
    made = webhooks.add(open_ledger(database_url), url, wanted, private=private)
    if json_output:
        emit_json(made)
    else:
        say(made.secret)
        note(texts.ADDED.format(id=made.webhook.id, events=", ".join(made.webhook.events)))
    return ExitCode.DONE


@command.command("list", examples=texts.LIST_EXAMPLES, help=texts.LIST_HELP)
@options.database
@options.as_json
def listing(database_url: str | None, json_output: bool) -> ExitCode:
    """The newest last."""
    from app.acts import webhooks
    from app.cli.screens.webhooks import webhooks_screen
    from app.environment.opening import open_ledger

    found = webhooks.listed(open_ledger(database_url))
    if json_output:
        emit_json(found)
    else:
        show(lambda _width: webhooks_screen(found))
    return ExitCode.DONE


@command.command("remove", examples=texts.REMOVE_EXAMPLES, help=texts.REMOVE_HELP)
@click.argument("webhook_id", metavar=texts.WEBHOOK_WORD, type=options.ROW)
@options.database
@options.as_json
def remove(webhook_id: int, database_url: str | None, json_output: bool) -> ExitCode:
    """What it is owed is forgotten too."""
    from app.acts import webhooks
    from app.environment.opening import open_ledger
    from app.shapes.webhooks import WebhookRemovedShape

    webhooks.remove(open_ledger(database_url), webhook_id)
    if json_output:
        emit_json(WebhookRemovedShape(webhook_id=webhook_id, removed=True))
    else:
        say(texts.REMOVED.format(webhook_id=webhook_id))
    return ExitCode.DONE


@command.command("rotate", examples=texts.ROTATE_EXAMPLES, help=texts.ROTATE_HELP)
@click.argument("webhook_id", metavar=texts.WEBHOOK_WORD, type=options.ROW)
@options.database
@options.as_json
def rotate(webhook_id: int, database_url: str | None, json_output: bool) -> ExitCode:
    """The only time that the new secret is shown."""
    from app.acts import webhooks
    from app.environment.opening import open_ledger

    made = webhooks.rotate(open_ledger(database_url), webhook_id)
    if json_output:
        emit_json(made)
    else:
        say(made.secret)
        until = made.old_until.isoformat(" ", "minutes")
        note(texts.ROTATED.format(webhook_id=webhook_id, until=until))
    return ExitCode.DONE


@command.command("test", examples=texts.TEST_EXAMPLES, help=texts.TEST_HELP)
@click.argument("webhook_id", metavar=texts.WEBHOOK_WORD, type=options.ROW)
@options.database
@options.as_json
def test(webhook_id: int, database_url: str | None, json_output: bool) -> ExitCode:
    """Say by the exit code whether it arrived."""
    from app.acts import webhooks
    from app.environment.opening import open_ledger

    done = webhooks.test(open_ledger(database_url), webhook_id)
    if json_output:
        emit_json(done)
    elif done.delivered:
        say(texts.ARRIVED.format(status=done.status))
    else:
        say(texts.NOT_ARRIVED.format(error=done.error))
    return ExitCode.DONE if done.delivered else ExitCode.CONFIGURATION


@command.command("deliveries", examples=texts.DELIVERIES_EXAMPLES, help=texts.DELIVERIES_HELP)
@click.argument("webhook_id", metavar=texts.WEBHOOK_WORD, type=options.ROW, required=False)
@click.option("--limit", type=click.IntRange(1, 10_000), default=50, help=texts.LIMIT_HELP)
@options.database
@options.as_json
def deliveries(
    webhook_id: int | None, limit: int, database_url: str | None, json_output: bool
) -> ExitCode:
    """The newest first."""
    from app.acts import webhooks
    from app.cli.screens.webhooks import deliveries_screen
    from app.environment.opening import open_ledger

    found = webhooks.deliveries(open_ledger(database_url), webhook_id, limit)
    if json_output:
        emit_json(found)
    else:
        show(lambda _width: deliveries_screen(found))
    return ExitCode.DONE
