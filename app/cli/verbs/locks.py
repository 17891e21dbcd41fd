"""`tieout locks`, `unlock`, `discrepancies`, `dismiss` and `log`: what is locked and was done."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import click

from app.cli import options
from app.cli.exits import ExitCode
from app.cli.helps import ExampleCommand
from app.cli.output import emit_json, note, say, show
from app.texts import history as texts_history
from app.texts import terminal as texts


@click.command(
    "locks",
    cls=ExampleCommand,
    examples=texts_history.LOCKS_EXAMPLES,
    help=texts_history.LOCKS_HELP,
)
@click.option("--account", metavar=texts.ACCOUNT_WORD, help=texts_history.ACCOUNT_HELP)
@click.option("--all", "released_too", is_flag=True, help=texts_history.LOCKS_ALL_HELP)
@options.database
@options.as_json
def locks_command(
    account: str | None, released_too: bool, database_url: str | None, json_output: bool
) -> ExitCode:
    """List the locks, and say how much contradicts them."""
    from app.cli.screens.history import locks_screen
    from app.environment.opening import open_ledger
    from app.queries.history import listed, open_discrepancies

    engine = open_ledger(database_url)
    found = listed(engine, account, released_too=released_too)
    if json_output:
        emit_json(found)
    else:
        against = len(open_discrepancies(engine, account))
        show(lambda _width: locks_screen(found, against))
    return ExitCode.DONE


@click.command("unlock", cls=ExampleCommand, examples=texts.UNLOCK_EXAMPLES, help=texts.UNLOCK_HELP)
@click.argument("lock_id", metavar="LOCK", type=options.ROW)
@click.option("--reason", required=True, help=texts.REASON_HELP)
@click.option("--dry-run", is_flag=True, help=texts.DRY_RUN_HELP)
@options.database
@options.as_json
def unlock_command(
    lock_id: int, reason: str, dry_run: bool, database_url: str | None, json_output: bool
) -> ExitCode:
    """Release the lock."""
    from app.acts.imports import unlock
    from app.environment.opening import open_ledger
    from app.shapes.answers import UnlockedShape

    unlock(open_ledger(database_url), lock_id, reason, dry_run=dry_run)
    if json_output:
        emit_json(UnlockedShape(lock_id=lock_id, released=True))
    else:
        say(texts.UNLOCKED.format(lock_id=lock_id))
    if dry_run:
        note(texts.DRY_RUN)
    return ExitCode.DONE


@click.command(
    "discrepancies",
    cls=ExampleCommand,
    examples=texts_history.DISCREPANCIES_EXAMPLES,
    help=texts_history.DISCREPANCIES_HELP,
)
@click.option("--account", metavar=texts.ACCOUNT_WORD, help=texts_history.ACCOUNT_HELP)
@click.option("--all", "closed_too", is_flag=True, help=texts_history.DISCREPANCIES_ALL_HELP)
@options.database
@options.as_json
def discrepancies_command(
    account: str | None, closed_too: bool, database_url: str | None, json_output: bool
) -> ExitCode:
    """List them, and say by the exit code whether one waits for a person."""
    from app.cli.screens.history import discrepancies_screen
    from app.environment.opening import open_ledger
    from app.queries.history import is_open, open_discrepancies

    found = open_discrepancies(open_ledger(database_url), account, closed_too=closed_too)
    if json_output:
        emit_json(found)
    else:
        show(lambda _width: discrepancies_screen(found))
    return ExitCode.NEEDS_REVIEW if any(map(is_open, found)) else ExitCode.DONE


@click.command(
    "dismiss",
    cls=ExampleCommand,
    examples=texts_history.DISMISS_EXAMPLES,
    help=texts_history.DISMISS_HELP,
)
@click.argument("discrepancy_id", metavar=texts_history.NUMBER, type=options.ROW)
@click.option("--reason", required=True, help=texts.REASON_HELP)
@options.dry_run
@options.database
@options.as_json
def dismiss_command(
    discrepancy_id: int, reason: str, dry_run: bool, database_url: str | None, json_output: bool
) -> ExitCode:
    """Take it off the list."""
    from app.environment.opening import open_ledger
    from app.queries.history import dismiss
    from app.shapes.lists import DismissedShape

    dismiss(open_ledger(database_url), discrepancy_id, reason, dry_run=dry_run)
    if json_output:
        emit_json(DismissedShape(discrepancy_id=discrepancy_id, dismissed=True))
    else:
        say(texts_history.DISMISSED.format(discrepancy_id=discrepancy_id))
    if dry_run:
        note(texts.DRY_RUN)
    return ExitCode.DONE


@click.command(
    "log", cls=ExampleCommand, examples=texts_history.LOG_EXAMPLES, help=texts_history.LOG_HELP
)
@click.option("--account", metavar=texts.ACCOUNT_WORD, help=texts_history.ACCOUNT_HELP)
@click.option(
    "--import",
    "import_id",
    metavar=texts_history.IMPORT_WORD,
    type=options.ROW,
    help=texts_history.LOG_IMPORT_HELP,
)
@click.option("--actor", metavar=texts_history.PERSON_WORD, help=texts_history.LOG_ACTOR_HELP)
@click.option(
    "--action",
    "actions",
    metavar=texts_history.ACT_WORD,
    multiple=True,
    help=texts_history.LOG_ACTION_HELP,
)
@click.option(
    "--since", type=options.DAY, metavar=texts.ISO_DATE, help=texts_history.LOG_SINCE_HELP
)
@click.option("--limit", type=click.IntRange(1), default=50, help=texts_history.LOG_LIMIT_HELP)
@click.option(
    "--before", type=options.ROW, metavar=texts_history.NUMBER, help=texts_history.LOG_BEFORE_HELP
)
@options.database
@options.as_json
def log_command(
    account: str | None,
    since: datetime | None,
    database_url: str | None,
    json_output: bool,
    **conditions: Any,
) -> ExitCode:
    """The newest first."""
    from app.cli.screens.history import log_screen
    from app.environment.opening import open_ledger
    from app.queries.history import acts
    from db.log import LogFilter

    start = since.replace(tzinfo=UTC) if since else None
    found = acts(open_ledger(database_url), LogFilter(since=start, **conditions), account)
    if json_output:
        emit_json(found)
    else:
        show(lambda _width: log_screen(found))
    return ExitCode.DONE
